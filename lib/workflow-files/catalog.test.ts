import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorkflowCatalog } from './catalog';
import type { KnownNames } from './parse-workflow';
import { agentFile, known } from './testing/workflow-file';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** A file that is this old has had its last quick change. */
const laterMs = 10_000;
const passTime = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + laterMs });

async function openCatalog(names: () => KnownNames = () => known) {
  await writeFile(join(folder, 'a.md'), agentFile());
  await writeFile(join(folder, 'b.md'), agentFile().replace('id: look', 'id: other'));
  passTime();
  return createWorkflowCatalog(folder, async () => names());
}

test('a file is parsed again when it has changed, and only then', async () => {
  const catalog = await openCatalog();
  const before = (await catalog.list()).workflows;
  await writeFile(join(folder, 'b.md'), agentFile().replace('id: look', 'id: third'));
  const after = (await catalog.list()).workflows;
  expect(after[0]).toBe(before[0]);
  expect(after.map(({ id }) => id)).toEqual(['look', 'third']);
});

test('a file that has just changed is read again, since a quick second change may not show in its time', async () => {
  const catalog = await openCatalog();
  vi.useRealTimers();
  const before = (await catalog.list()).workflows;
  expect((await catalog.list()).workflows[0]).not.toBe(before[0]);
});

test('new names make a file valid that did not change', async () => {
  let toolNames: string[] = [];
  const catalog = await openCatalog(() => ({ ...known, toolNames }));
  expect((await catalog.list()).workflows).toEqual([]);
  toolNames = known.toolNames;
  expect((await catalog.list()).workflows).toHaveLength(2);
});
