import type { DemoReply, DemoScript, DemoStep } from '../demo-turn';
import { findIntent } from '../find-intent';
import { commandOutput, fileLines, httpAnswer, listedFiles, searchHits } from '../read-tool-text';
import { textParameter, wasRejected, whyNot } from '../turn-steps';
import { demoRequests } from './demo-requests';
import { summarize } from './summarize-document';

/** Makes the one call that simple rules find in the request, then answers with the call's real result. */
export const freeRequest: DemoScript = (turn) => {
  const request = (turn.values['request'] ?? turn.request).trim();
  const intent = findIntent(request);
  const step = turn.steps.at(-1);
  if (intent === null) return { answer: whatItCanDo() };
  if (!step) return { words: intent.words, call: { tool: intent.tool, parameters: intent.parameters } };
  return report(step, request);
};

function report(step: DemoStep, request: string): DemoReply {
  if (!step.outcome.ok) {
    if (wasRejected(step)) {
      return {
        answer: `You rejected this, so I didn’t do it. A script can’t follow guidance. A real model would read yours and try again:\n\n${whyNot(step)}`,
      };
    }
    return { answer: `That didn’t work:\n\n${whyNot(step)}` };
  }
  const { text } = step.outcome;
  const path = textParameter(step, 'path');
  switch (step.tool) {
    case 'list_files': {
      const files = listedFiles(text);
      return {
        answer: `I found ${files.length === 1 ? '1 file' : `${files.length} files`}:\n\n${files
          .slice(0, 100)
          .map((file) => `- \`${file}\``)
          .join('\n')}`,
      };
    }
    case 'read_file': {
      if (/\bsummar/i.test(request)) {
        return { answer: summarize(path, fileLines(text), { isShort: true, focus: '' }) };
      }
      return { answer: `\`${path}\`:\n\n${quoteOutput(fileLines(text).slice(0, 80).join('\n'))}` };
    }
    case 'search_files': {
      const hits = searchHits(text);
      const lines = hits.slice(0, 30).map((hit) => `- \`${hit.path}\`, line ${hit.line}: ${hit.text.trim()}`);
      return {
        answer:
          hits.length === 0
            ? 'No matches.'
            : `Found ${hits.length === 1 ? '1 matching line' : `${hits.length} matching lines`}:\n\n${lines.join('\n')}`,
      };
    }
    case 'run_command': {
      const { exitCode, output } = commandOutput(text);
      return {
        answer: `The command finished with exit code ${exitCode ?? 'unknown'}.\n\n${quoteOutput(output.trim().slice(-3_000))}`,
      };
    }
    case 'http_request': {
      const { status, body } = httpAnswer(text);
      return {
        answer: `The server responded with status ${status ?? 'unknown'}.\n\n${quoteOutput(body.trim().slice(0, 1_000))}`,
      };
    }
    default:
      return { answer: `Done. ${text}` };
  }
}

function quoteOutput(text: string): string {
  return text === '' ? 'There was no output.' : `~~~\n${text.replaceAll('~~~', '~ ~ ~')}\n~~~`;
}

function whatItCanDo(): string {
  const list = demoRequests.map((request) => `- ${request}`).join('\n');
  return `I’m a script, so I understand only a few kinds of requests. Try one of these:\n\n${list}`;
}
