import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { renameToFree } from './rename-to-free';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-rename-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const at = (name: string) => path.join(folder, name);
const read = (name: string) => readFile(at(name), 'utf8');

it('a file gets a free name, and of many at once one', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `file-${index}`);
  for (const name of names) await writeFile(at(name), name);
  const all = await Promise.allSettled(names.map((name) => renameToFree(at(name), at('wanted'))));
  const winners = names.filter((_, index) => all[index]?.status === 'fulfilled');
  expect(winners).toEqual([await read('wanted')]);
  const others = names.filter((name) => !winners.includes(name));
  expect((await readdir(folder)).sort()).toEqual([...others, 'wanted'].sort());
});

it('a name that is taken keeps its file', async () => {
  await writeFile(at('new'), 'new');
  await writeFile(at('taken'), 'precious');
  await expect(renameToFree(at('new'), at('taken'))).rejects.toMatchObject({ code: 'EEXIST' });
  expect([await read('new'), await read('taken')]).toEqual(['new', 'precious']);
});

it('a failed rename leaves the name free', async () => {
  await expect(renameToFree(at('missing'), at('wanted'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(folder)).toEqual([]);
});
