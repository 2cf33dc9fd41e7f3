import type { RunLiveMessage, RunView, TimelineItem } from '@/lib/contracts/runs';

/**
 * Returns the run after a live message. It ignores known messages, and all messages before the first
 * snapshot.
 */
export function applyRunLiveMessage(run: RunView | undefined, message: RunLiveMessage): RunView | undefined {
  switch (message.type) {
    case 'snapshot':
      return run && run.header.version > message.run.header.version ? run : message.run;
    case 'event':
      if (!run) return run;
      // An answer brought this event before the stream did. The next text follows the event, whatever the
      // page shows so far.
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

/** Says whether this tab missed an event and needs a fresh snapshot. */
export function isGap(run: RunView | undefined, message: RunLiveMessage): boolean {
  return message.type === 'event' && message.version > (run?.header.version ?? 0) + 1;
}

/**
 * Merges an answer into the known run, which live messages and other answers may have made newer. Within a
 * version, only the stream says what the model has written so far. An answer is a little older or newer, so
 * the next text would leave a gap or repeat a part. What the run says to this reader is of the answer: their role
 * may have changed, and no event says so.
 */
export function newerRun(known: RunView | undefined, arrived: RunView): RunView {
  if (!known || known.header.version < arrived.header.version) return arrived;
  const { whyNotStart } = arrived;
  if (known.header.version > arrived.header.version)
    return known.whyNotStart === whyNotStart ? known : { ...known, whyNotStart };
  return { ...arrived, streamingText: known.streamingText, wait: known.wait };
}

function mergeItems(items: readonly TimelineItem[], changed: readonly TimelineItem[]): TimelineItem[] {
  const merged = new Map(items.map((item) => [item.id, item]));
  for (const item of changed) merged.set(item.id, item);
  return [...merged.values()].sort((a, b) => a.position - b.position);
}
