import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawRooms, findCircles } from './lib/room-picture.mjs';

const toImports = (arrows: [string, string][]) => arrows.map(([from, to]) => ({ from, to }));

it('docs/architecture.md has a row for each room', () => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  const rows = Array.from(page.matchAll(/^\| `lib\/([\w-]+)` \| .+ \|$/gm), ([, room]) => room);
  expect(rows.toSorted()).toEqual(readdirSync('lib').toSorted());
});

it('the picture of the rooms leaves out tests, and an arrow that a longer way makes too', () => {
  const imports = toImports([
    ['app/page.tsx', 'lib/server/app.ts'],
    ['app/page.tsx', 'lib/shared/ids.ts'],
    ['lib/server/app.ts', 'lib/domain/run.ts'],
    ['lib/server/app.ts', 'lib/shared/ids.ts'],
    ['lib/domain/run.ts', 'lib/shared/ids.ts'],
    ['lib/server/app.test.ts', 'lib/llm/model.ts'],
    ['lib/shared/ids.ts', 'lib/shared/json.ts'],
  ]);
  const arrows = ['  app --> server', '  domain --> shared', '  server --> domain'];
  expect(drawRooms(imports).split('\n').slice(2, -1)).toEqual(arrows);
  expect(findCircles(imports)).toEqual([]);
});

it('rooms that import each other in a circle are found', () => {
  const circle = toImports([
    ['lib/a/one.ts', 'lib/b/one.ts'],
    ['lib/b/two.ts', 'lib/c/one.ts'],
    ['lib/c/two.ts', 'lib/a/two.ts'],
    ['lib/d/one.ts', 'lib/a/one.ts'],
  ]);
  expect(findCircles(circle)).toEqual(['a', 'b', 'c']);
});
