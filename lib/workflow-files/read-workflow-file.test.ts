import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorkflowReader } from './read-workflow-file';
import { agentFile, known } from './testing/workflow-file';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reader-'));
  await writeFile(join(folder, 'a.md'), agentFile());
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

test('a file that has just changed is read again at each look, and parsed again only when its bytes are others', async () => {
  // The times of the file may not show a quick second change.
  let text = agentFile();
  let readings = 0;
  const reader = createWorkflowReader(folder, async () => {
    readings += 1;
    return Buffer.from(text);
  });
  const first = await reader.read('a.md', known);
  expect(await reader.read('a.md', known)).toBe(first);
  text = agentFile().replace('id: look', 'id: keep');
  expect(await reader.read('a.md', known)).toMatchObject({ workflow: { id: 'keep' } });
  expect(readings).toBe(3);
});

test('mistakes are not looked for again in the same bytes, either', async () => {
  await writeFile(join(folder, 'a.md'), `---\n${'}\n'.repeat(100)}---\n`);
  const reader = createWorkflowReader(folder);
  const first = await reader.read('a.md', known);
  expect(first.ok).toBe(false);
  expect(await reader.read('a.md', known)).toBe(first);
  expect((await reader.read('a.md', { ...known, toolNames: [] })).ok).toBe(false);
});

test('a file whose last change is some seconds ago is not read again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
  const load = vi.fn((path: string) => readFile(path));
  const reader = createWorkflowReader(folder, load);
  const first = await reader.read('a.md', known);
  expect(await reader.read('a.md', known)).toBe(first);
  expect(load).toHaveBeenCalledTimes(1);
  expect(await reader.read('a.md', { ...known, toolNames: [] })).toMatchObject({ ok: false });
});
