import type { TimelineItem } from '../contracts/runs';
import type { Run } from '../domain/run';
import type { RecordedEvent } from '../domain/run-event';
import type { ToolCall } from '../domain/tool-call';
import type { Services } from './services';
import { locatePaths } from './views/locate-paths';

/**
 * Marks the places in the headlines of a run's calls that name files. It must have seen the events that the
 * items come from.
 */
export type PathLinker = {
  see(recorded: readonly RecordedEvent[]): void;
  link(items: readonly TimelineItem[]): Promise<TimelineItem[]>;
};

export function createPathLinker(toolbox: Services['toolbox'], run: Run): PathLinker {
  const calls = callsOf(run, []);
  return {
    see(recorded) {
      for (const [id, call] of callsOf(run, recorded)) calls.set(id, call);
    },
    link: (items) =>
      Promise.all(
        items.map(async (item) => {
          const call = item.kind === 'call' ? calls.get(item.id) : undefined;
          if (!call) return item;
          const paths = (await toolbox.paths(call)).map(({ path }) => path);
          const links = locatePaths(item.headline, paths);
          return links.length > 0 ? { ...item, links } : item;
        }),
      ),
  };
}

/** Returns every call of a run by its id, as last requested or replaced. */
export function callsOf(run: Run, recorded: readonly RecordedEvent[]): Map<string, ToolCall> {
  const requested = recorded.flatMap(({ event }) =>
    event.type === 'tool_call_requested' || event.type === 'call_replaced' ? [event.call] : [],
  );
  return new Map([...run.plan, ...requested].map((call) => [call.id, call]));
}
