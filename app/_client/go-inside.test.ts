import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDestination } from './go-inside';

const read = (to: string) => readDestination(`?${new URLSearchParams({ to })}`);

it('signing in leads to the page that was asked for', () => {
  expect(readDestination('')).toBe('/');
  expect(read('/conversations?q=a b#end')).toBe('/conversations?q=a b#end');
});

it('signing in leads to no other origin, whatever the address says', () => {
  const start = fc.constantFrom('/', '//', '/\\', '\\', 'https://', 'javascript:', '/\t/', '/\n/', ' //', '');
  fc.assert(
    fc.property(start, fc.oneof(fc.webUrl(), fc.string()), (before, rest) => {
      const { origin } = new URL(read(before + rest), 'http://localhost:3000');
      expect(origin).toBe('http://localhost:3000');
    }),
  );
});
