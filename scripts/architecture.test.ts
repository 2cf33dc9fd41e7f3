import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { cruiseImports } from './lib/cruise-imports.mjs';
import rules from './lib/import-rules.mjs';

/** These tests compare the rows of docs/architecture.md about rooms of `lib` with the imports of the code. */

const rows = new Map(
  [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `lib\/([\w-]+)` \| .+ \| (.+) \|$/gm)].map(
    ([, room = '', imports = '']) => [room, imports],
  ),
);
const testCode = /\.(test|contract)\.tsx?$|\/testing\/|\/fixtures\//;
const toRoom = (file: string) => /^lib\/([\w-]+)\//.exec(file)?.[1];

let imports: { from: string; to: string }[] = [];
beforeAll(async () => {
  ({ imports } = await cruiseImports(process.cwd(), { ...rules, forbidden: [] }));
});

describe('docs/architecture.md', () => {
  it('has a row for each room', () => {
    expect([...rows.keys()].sort()).toEqual(readdirSync('lib').sort());
  });

  it('names every room that a room imports', () => {
    const unnamed = imports.flatMap(({ from, to }) => {
      const [room, target] = [toRoom(from), toRoom(to)];
      const isInside = !room || !target || room === target || room === 'server';
      return isInside || testCode.test(from) || rows.get(room)?.includes(`\`${target}\``)
        ? []
        : [`${room} imports ${target}`];
    });
    expect(new Set(unnamed)).toEqual(new Set());
    expect(imports.length).toBeGreaterThan(500);
  });
});
