import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTurns } from './turns';

it('runs at most so many at a time, each once, also when some fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.boolean(), { maxLength: 20 }),
      fc.scheduler(),
      async (most, fails, scheduler) => {
        const inTurn = createTurns(most);
        let running = 0;
        let highest = 0;
        const results = Promise.allSettled(
          fails.map((isFailure, index) =>
            inTurn(async () => {
              running += 1;
              highest = Math.max(highest, running);
              await scheduler.schedule(Promise.resolve());
              running -= 1;
              if (isFailure) throw new Error('on purpose');
              return index;
            }),
          ),
        );
        await scheduler.waitFor(results);
        expect(highest).toBe(Math.min(most, fails.length));
        const statuses = (await results).map(({ status }) => status);
        expect(statuses).toEqual(fails.map((isFailure) => (isFailure ? 'rejected' : 'fulfilled')));
      },
    ),
  );
});
