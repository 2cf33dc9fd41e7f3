import type { RunLiveMessage, RunView, TimelineItem } from '@/lib/contracts/runs';

/** Returns the run after a live message. Ignores known messages, and all messages before the first snapshot. */
export function applyRunLiveMessage(run: RunView | undefined, message: RunLiveMessage): RunView | undefined {
  switch (message.type) {
    case 'snapshot':
      return newerRun(run, message.run);
    case 'event':
      if (!run || message.version <= run.header.version) return run;
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

/** Keeps the newer version, because responses can overtake each other. */
export function newerRun(known: RunView | undefined, arrived: RunView): RunView {
  return known && known.header.version > arrived.header.version ? known : arrived;
}

function mergeItems(items: readonly TimelineItem[], changed: readonly TimelineItem[]): TimelineItem[] {
  const merged = new Map(items.map((item) => [item.id, item]));
  for (const item of changed) merged.set(item.id, item);
  return [...merged.values()].sort((a, b) => a.position - b.position);
}
