import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compileCommand } from './lib/compile-server.mjs';

test.each([
  ['check-model', 'Usage: npm run'],
  ['maintain', 'There is no command nothing.'],
])('the command %s is never older than its sources', async (name, words) => {
  await mkdir(`dist/${name}`, { recursive: true });
  await writeFile(`dist/${name}/${name}.mjs`, "console.log('older');");
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, [`scripts/${name}.mjs`, 'nothing'], (_error, out, err) => resolve(out + err)),
  );
  expect(output).toContain(words);
});

test('where nothing can be written, the command of the last build runs', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-commands-'));
  const entry = path.join(folder, 'maintain.mjs');
  // The command cannot replace a folder with its file, and cannot make a folder where a file is.
  await mkdir(entry);
  expect(await compileCommand('maintain', folder)).toBe(entry);
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  await expect(compileCommand('maintain', file)).rejects.toThrow('file');
  await rm(folder, { recursive: true });
});
