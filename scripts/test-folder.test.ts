import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import useTestFolder from './lib/test-folder.mjs';

const ofRun = process.env['TMPDIR'];
let place: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'place-'));
  process.env['TMPDIR'] = place;
});
afterEach(() => {
  process.env['TMPDIR'] = ofRun;
  rmSync(place, { recursive: true });
});

it('the tests of this run make their folders in that of the run', () => {
  expect(path.basename(String(ofRun))).toMatch(/^countersign-test-run-\d+-/);
});

it('a run and what it starts make their folders in its own, which goes with it', async () => {
  const remove = useTestFolder();
  const made = await mkdtemp(path.join(tmpdir(), 'countersign-command-'));
  const ofChild = execFileSync(process.execPath, ['-p', 'os.tmpdir()'], { encoding: 'utf8' }).trim();
  expect(path.dirname(made)).toBe(ofChild);
  expect(path.dirname(ofChild)).toBe(place);
  remove();
  expect(tmpdir()).toBe(place);
  expect(readdirSync(place)).toEqual([]);
});

it('folders of runs that were killed are removed; those of running ones and of others stay', async () => {
  const gone = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
  const dead = path.join(place, `countersign-test-run-${gone}-abc`);
  await mkdir(dead);
  await writeFile(path.join(dead, 'countersign.db'), 'left');
  const kept = [
    `countersign-test-run-${process.pid}-abc`,
    `a-countersign-test-run-${gone}-abc`,
    'countersign-e2e-abc',
  ];
  for (const name of kept) await mkdir(path.join(place, name));
  useTestFolder()();
  expect(readdirSync(place).sort()).toEqual(kept.sort());
});
