import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createQuietWatch } from './collect-when-quiet';

const mb = 1_000_000;

it('a burst has one collection, when no more requests come', () => {
  const needsCollection = createQuietWatch();
  expect(needsCollection(0, 300 * mb)).toBe(false);
  expect(needsCollection(100, 420 * mb)).toBe(false);
  expect(needsCollection(200, 430 * mb)).toBe(false);
  expect(needsCollection(200, 430 * mb)).toBe(true);
  // 400 MB are in use, so collecting again would free nothing.
  expect(needsCollection(200, 400 * mb)).toBe(false);
  expect(needsCollection(200, 400 * mb)).toBe(false);
  expect(needsCollection(300, 450 * mb)).toBe(false);
  expect(needsCollection(300, 450 * mb)).toBe(true);
});

it('a server with requests, or with steady memory, collects nothing of its own accord', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 100, max: 900 }), { minLength: 2 }), (sizes) => {
      const [busy, steady] = [createQuietWatch(), createQuietWatch()];
      sizes.forEach((size, look) => {
        expect(busy(look + 1, size * mb)).toBe(false);
        expect(steady(0, (300 + (size % 30)) * mb)).toBe(false);
      });
    }),
  );
});
