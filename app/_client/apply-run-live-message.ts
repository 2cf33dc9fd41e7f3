import type { RunLiveMessage, RunView, TimelineItem } from '@/lib/contracts/runs';

/** The run after a live message. Known messages change nothing; nothing starts without a snapshot. */
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
        files: message.files,
      };
    case 'text':
      return run && { ...run, streamingText: run.streamingText + message.text };
    case 'text_reset':
      return run && { ...run, streamingText: '' };
  }
}

/** Whether an event was missed: then only a fresh snapshot helps. */
export function isGap(run: RunView | undefined, message: RunLiveMessage): boolean {
  return message.type === 'event' && message.version > (run?.header.version ?? 0) + 1;
}

/** Responses can overtake each other; a run never goes back. */
export function newerRun(known: RunView | undefined, arrived: RunView): RunView {
  return known && known.header.version > arrived.header.version ? known : arrived;
}

function mergeItems(items: readonly TimelineItem[], changed: readonly TimelineItem[]): TimelineItem[] {
  const merged = new Map(items.map((item) => [item.id, item]));
  for (const item of changed) merged.set(item.id, item);
  return [...merged.values()].sort((a, b) => a.position - b.position);
}
