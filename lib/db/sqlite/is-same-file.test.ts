import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isSameFile } from './is-same-file';

let folder: string;
const at = (...names: string[]) => path.join(folder, ...names);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-same-file-'));
  await mkdir(at('real'));
  await symlink(at('real'), at('linked'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('knows a file by every path that leads to it', async () => {
  await writeFile(at('real', 'a.db'), '');
  await writeFile(at('real', 'b.db'), '');
  await symlink(at('real', 'a.db'), at('c.db'));
  expect(isSameFile(at('real', 'a.db'), at('linked', 'a.db'))).toBe(true);
  expect(isSameFile(at('real', 'a.db'), at('c.db'))).toBe(true);
  expect(isSameFile(at('real', 'a.db'), at('real', 'b.db'))).toBe(false);
});

it('knows the place of a file that does not exist yet', async () => {
  expect(isSameFile(at('real', 'a.db'), at('linked', 'a.db'))).toBe(true);
  expect(isSameFile(at('real', 'a.db'), at('a.db'))).toBe(false);
  expect(isSameFile(at('nowhere', 'a.db'), at('nowhere', 'a.db'))).toBe(true);
  await writeFile(at('real', 'a.db'), '');
  expect(isSameFile(at('real', 'a.db'), at('a.db'))).toBe(false);
});
