import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorkflowCatalog } from './catalog';
import type { KnownNames } from './known-names';
import { agentFile, known } from './testing/workflow-file';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** A file of this age counts as settled. */
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

test('new names make a file valid that did not change', async () => {
  let toolNames: string[] = [];
  const catalog = await openCatalog(() => ({ ...known, toolNames }));
  expect((await catalog.list()).workflows).toEqual([]);
  toolNames = known.toolNames;
  expect((await catalog.list()).workflows).toHaveLength(2);
});

test('a file that is added, renamed or removed shows at once', async () => {
  const catalog = await openCatalog();
  const idsNow = async () => (await catalog.list()).workflows.map(({ id }) => id);
  expect(await idsNow()).toEqual(['look', 'other']);
  await writeFile(join(folder, 'c.md'), agentFile().replace('id: look', 'id: third'));
  expect(await idsNow()).toEqual(['look', 'other', 'third']);
  await rename(join(folder, 'a.md'), join(folder, 'd.md'));
  expect(await idsNow()).toEqual(['other', 'third', 'look']);
  await rm(join(folder, 'd.md'));
  expect(await idsNow()).toEqual(['other', 'third']);
});

test('the source of a workflow is the text that it was made from, also after the file has changed', async () => {
  const catalog = await openCatalog();
  const workflow = await catalog.find('look');
  if (!workflow) throw new Error('The workflow is missing');
  await writeFile(join(folder, 'a.md'), agentFile().replace('id: look', 'id: new'));
  expect(await catalog.find('look')).toBeNull();
  expect(catalog.sourceOf(workflow)).toBe(agentFile());
});
