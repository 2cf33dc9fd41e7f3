import type { Notices } from '../ports/notices.port';

/** Another server's change is known after this many milliseconds, even if its message was lost. */
const mostAgeMs = 2_000;

/**
 * Keeps the answer of `read` until `change` runs, here or on another server, which knows the data by the same
 * `name`. It is for data that servers read often. It drops an answer that a change overtook.
 */
export function keepRead<Read>(read: () => Promise<Read>, notices: Notices, name: string) {
  let kept: { value: Read; untilMs: number } | null = null;
  let changes = 0;
  const drop = () => {
    changes += 1;
    kept = null;
  };
  notices.listen('kept', (changed) => {
    if (changed === name) drop();
  });
  return {
    async read(): Promise<Read> {
      if (kept && performance.now() < kept.untilMs) return kept.value;
      const changesBefore = changes;
      const untilMs = notices.hasOthers ? performance.now() + mostAgeMs : Number.POSITIVE_INFINITY;
      const value = await read();
      if (changes === changesBefore) kept = { value, untilMs };
      return value;
    },
    async change<Result>(write: () => Promise<Result>): Promise<Result> {
      try {
        return await write();
      } finally {
        drop();
        notices.send('kept', name);
      }
    },
  };
}
