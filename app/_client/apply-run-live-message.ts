import type { RunLiveMessage, RunView, TimelineItem } from '@/lib/contracts/runs';

/** Returns the run after a live message. Ignores known messages, and all messages before the first snapshot. */
export function applyRunLiveMessage(run: RunView | undefined, message: RunLiveMessage): RunView | undefined {
  switch (message.type) {
    case 'snapshot':
      return run && run.header.version > message.run.header.version ? run : message.run;
    case 'event':
      if (!run) return run;
      // An answer brought it before the stream. The text that comes next follows it, whatever is shown so far.
      if (message.version <= run.header.version) return { ...run, streamingText: '', wait: null };
      return {
        ...run,
        header: message.header,
        timeline: mergeItems(run.timeline, message.items),
        streamingText: '',
        wait: null,
        files: message.files,
      };
    case 'text':
      return run && { ...run, streamingText: run.streamingText + message.text };
    case 'text_reset':
      return run && { ...run, streamingText: '' };
    case 'waiting':
      return run && { ...run, wait: message.wait };
    case 'outage':
      return run;
  }
}

/** Whether this tab missed an event: then it needs a fresh snapshot. */
export function isGap(run: RunView | undefined, message: RunLiveMessage): boolean {
  return message.type === 'event' && message.version > (run?.header.version ?? 0) + 1;
}

/**
 * The run after an answer, which live messages and other answers may have overtaken. Within a version, only the stream says what the
 * model has written so far: an answer is a little older or newer, and what comes next would leave a gap or double a part.
 */
export function newerRun(known: RunView | undefined, arrived: RunView): RunView {
  if (!known || known.header.version < arrived.header.version) return arrived;
  if (known.header.version > arrived.header.version) return known;
  return { ...arrived, streamingText: known.streamingText, wait: known.wait };
}

function mergeItems(items: readonly TimelineItem[], changed: readonly TimelineItem[]): TimelineItem[] {
  const merged = new Map(items.map((item) => [item.id, item]));
  for (const item of changed) merged.set(item.id, item);
  return [...merged.values()].sort((a, b) => a.position - b.position);
}
