import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openToolbox } from '../../../tests/open-toolbox';
import type { JsonObject } from '../../shared/json';

const tries = Number(process.env['RACE_TRIES'] ?? 60);
let box: Awaited<ReturnType<typeof openToolbox>>;
beforeEach(async () => {
  box = await openToolbox();
  await box.put('sub/own.txt', 'one\n');
  await box.put('sub/deep/own.txt', 'one\n');
});
afterEach(() => box.close());

const swap = `
  const { workerData: [place, aside, decoy], parentPort } = require('node:worker_threads');
  const { renameSync, linkSync, unlinkSync, symlinkSync, rmSync } = require('node:fs');
  const attempt = (act) => { try { act(); return true } catch { return false } };
  let isDone = false;
  parentPort.on('message', () => { isDone = true });
  let swaps = 0;
  const round = () => {
    for (let time = 0; time < 50; time += 1) {
      if (!attempt(() => renameSync(place, aside))) continue;
      attempt(() => symlinkSync(decoy, place));
      // Something of a tool may be in the way by now.
      while (!attempt(() => { rmSync(place, { recursive: true, force: true }); renameSync(aside, place) }));
      swaps += 1;
    }
    if (!isDone) setImmediate(round); else { parentPort.postMessage(swaps); parentPort.close() }
  };
  round();
`;

/** Another thread puts a link in the place of this file or folder and takes it away again, as fast as it can. */
async function whileSwapped(place: string, decoy: string, act: () => Promise<void>): Promise<number> {
  const worker = new Worker(swap, { eval: true, workerData: [box.at(place), box.at('aside'), decoy] });
  await act();
  const swaps = new Promise<number>((resolve) => worker.once('message', resolve));
  worker.postMessage('done');
  return swaps;
}

const calls: [string, JsonObject][] = [
  ['list_files', { path: 'sub', recursive: true }],
  ['read_file', { path: 'sub/own.txt' }],
  ['search_files', { path: 'sub', query: 'secret' }],
  ['search_files', { path: 'sub/own.txt', query: 'secret' }],
  ['write_file', { path: 'sub/own.txt', content: 'two\n', overwrite: true }],
  ['write_file', { path: 'sub/new/other.txt', content: 'two\n', overwrite: true }],
  ['edit_file', { path: 'sub/own.txt', old_text: 'o', new_text: 'oo' }],
  ['move_file', { from: 'sub/deep', to: 'sub/moved' }],
  ['move_file', { from: 'sub/moved', to: 'sub/deep' }],
  ['move_file', { from: 'sub/own.txt', to: 'sub/deep/moved.txt' }],
  ['delete_file', { path: 'sub/deep/moved.txt' }],
  ['delete_file', { path: 'sub/own.txt' }],
  ['run_command', { command: 'pwd -P; ls *', folder: 'sub' }],
];

it.each([
  ['a folder', 'sub', '.'],
  ['a file', 'sub/own.txt', 'own.txt'],
])(
  'while %s is swapped for a link as fast as another thread can, no tool reads or changes anything outside',
  async (_, place, decoy) => {
    await writeFile(path.join(box.outsideDir, 'own.txt'), 'the secret\n');
    await mkdir(path.join(box.outsideDir, 'deep'));
    await writeFile(path.join(box.outsideDir, 'deep/own.txt'), 'the secret\n');
    const before = await contentOf(box.outsideDir);
    const told = new Set<string>();
    const swaps = await whileSwapped(place, path.join(box.outsideDir, decoy), async () => {
      for (let time = 0; time < tries; time += 1) {
        for (const [tool, parameters] of calls) {
          if (tool === 'run_command' && time % 20 !== 0) continue;
          const outcome = await box.approve(tool, parameters).catch((error: unknown) => String(error));
          told.add(`${tool}: ${JSON.stringify(outcome)}`);
        }
      }
    });
    expect(swaps).toBeGreaterThan(tries);
    expect([...told].filter((text) => text.includes('the secret') || text.includes(box.outsideDir))).toEqual(
      [],
    );
    expect(await contentOf(box.outsideDir)).toEqual(before);
    expect(box.unexpected.map(String)).toEqual([]);
  },
  30_000 + tries * 200,
);

async function contentOf(folder: string): Promise<[string, string][]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const folders = found.filter((entry) => !entry.isFile()).map((entry) => entry.name);
  const texts = await Promise.all(
    files.map(async (file): Promise<[string, string]> => [file, await readFile(file, 'utf8')]),
  );
  return [...texts, ['folders', folders.sort().join()] as [string, string]].sort();
}
