import { appendFileSync } from 'node:fs';
import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFaults } from './find-faults';
import { content } from './job-model';
import type { RunFacts } from './server-process';

let folder: string;
let files: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-faults-'));
  files = path.join(folder, 'workspace', 'jobs', '1');
  await mkdir(files, { recursive: true });
  await writeFile(path.join(files, 'b.txt'), content('new'));
  for (const key of ['1.0', '1.1', '1.2', '1.3']) execute(key);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const execute = (key: string) => appendFileSync(path.join(folder, 'executions'), `${key}\n`);

const sound: RunFacts = {
  runId: 'run_1',
  status: 'completed',
  version: 9,
  approvalId: null,
  expiresAtMs: null,
  events: ['tool_started', 'tool_finished', 'approval_decided'],
  addsUp: true,
};

async function kinds(run: RunFacts | null, approvals = 1): Promise<string[]> {
  const server = { ask: async () => [run] };
  const started = new Map([['job 1: look mark look mark', 'run_1']]);
  const history = { started, approved: new Map([['run_1', approvals]]), ended: new Set<string>() };
  return (await findFaults(folder, server as never, history)).map(({ kind }) => kind);
}

it('a run in which everything is right has no fault', async () => {
  expect(await kinds(sound)).toEqual([]);
});

it('a run that is gone, an approval that is gone, and a ledger that does not add up are lost', async () => {
  expect(await kinds(null)).toEqual(['lost']);
  expect(await kinds(sound, 2)).toEqual(['lost']);
  expect(await kinds({ ...sound, addsUp: false })).toEqual(['lost']);
  expect(await kinds({ ...sound, events: [...sound.events, 'tool_started'] })).toEqual(['lost']);
});

it('a step that may run once and ran twice is found, and one that may run twice is not', async () => {
  execute('1.0');
  expect(await kinds(sound)).toEqual([]);
  execute('1.1');
  expect(await kinds(sound)).toEqual(['twice']);
});

it('a run that did not come to its end is stuck', async () => {
  expect(await kinds({ ...sound, status: 'queued' })).toEqual(['stuck']);
});

it('a torn file, a file with two names and a file that is left over are spoiled', async () => {
  await writeFile(path.join(files, 'a.txt'), 'new');
  await link(path.join(files, 'b.txt'), path.join(files, '.countersign-1.tmp'));
  expect(await kinds(sound)).toEqual(['spoiled', 'spoiled', 'spoiled']);
});
