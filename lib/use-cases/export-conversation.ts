import type { ConversationView } from '../contracts/conversations';

/** A conversation as a document: what was asked, what was done, who decided what, what came of it. */
export function toMarkdown(conversation: ConversationView): string {
  const runs = conversation.runs.map((run) => {
    const { outcome } = run.header;
    const values = run.values.map(({ label, value }) => `- ${label}: ${value.replaceAll('\n', '\n  ')}`);
    const steps = run.timeline.map((item) => {
      const details = [item.summary, item.decision?.reason ? `“${item.decision.reason}”` : null].filter(
        Boolean,
      );
      return `- ${item.at} ${item.headline}${details.length > 0 ? ` (${details.join('; ')})` : ''}`;
    });
    return [
      `## ${run.title}`,
      `${run.startedBy}, ${run.createdAt}, ${run.modelName}`,
      run.message,
      values.join('\n'),
      steps.join('\n'),
      outcome?.answer,
      outcome && outcome.kind !== 'completed' ? outcome.message : null,
      outcome?.reason ? `Reason: ${outcome.reason}` : null,
    ]
      .filter(Boolean)
      .join('\n\n');
  });
  return [`# ${conversation.title}`, ...runs].join('\n\n').concat('\n');
}
