import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPressCounter } from './lib/serve.mjs';

/** Returns the times that count as presses. */
const press = (times: readonly number[]) => times.filter(createPressCounter());

test('one press that arrives twice counts once, and a quick second press counts', () => {
  expect(press([0, 0, 4, 200, 201, 204])).toEqual([0, 200]);
});

test('a person who presses again and again is heard, however quickly', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 149 }), { minLength: 10, maxLength: 100 });
  fc.assert(
    fc.property(gaps, (quick) => {
      let now = 0;
      const times = quick.map((gap) => {
        now += gap;
        return now;
      });
      expect(press(times).length).toBe(press(times.flatMap((time) => [time, time])).length);
      expect(press(times).length).toBeGreaterThanOrEqual(1 + Math.floor((now - (times[0] ?? 0)) / 300));
    }),
  );
});
