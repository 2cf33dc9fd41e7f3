import '../logging/testing/quiet-log';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { decideAsShown } from '../../tests/decide-as-shown';
import { call, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import type { Run } from '../domain/run';
import type { RunId } from '../shared/ids';
import { onlyOnLinux } from '../shared/testing/only-on-linux';
import { createConversation } from '../use-cases/conversations';
import { getApproval } from '../use-cases/get-approvals';
import { viewRun } from '../use-cases/get-run';
import { downloadFile, openFile } from '../use-cases/open-file';
import { sendMessage } from '../use-cases/send-message';
import { suggestPaths } from '../use-cases/suggest-paths';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

let folder: string;
let app: App;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-names-'));
});
afterEach(async () => {
  await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => path.join(folder, 'files', name);
const { signal } = new AbortController();

async function start(script = scriptedModel([])): Promise<void> {
  app = await startApp({
    environment: { DATA_DIR: path.join(folder, 'data'), WORKSPACE_DIR: path.join(folder, 'files') },
    models: (settings) => ({
      ...createModelSource({ model: null }, settings),
      ...scriptedSource(script.model),
    }),
  });
}

async function until(runId: string, status: Run['state']['status']): Promise<Run> {
  for (;;) {
    const run = await app.services.runs.find(runId as RunId);
    if (run?.state.status === status) return run;
    await sleep(5);
  }
}

/** Each pair is one name as macOS writes it and as a keyboard writes it. */
const names = [
  ['Bu\u0308ro/re\u0301sume\u0301.md', 'B\u00fcro/r\u00e9sum\u00e9.md'],
  ['\u1112\u1161\u11ab\u1100\u1173\u11af/a.md', '\ud55c\uae00/a.md'],
  ['A\u030angstro\u0308m/tie\u0302\u0301ng.md', '\u212bngstr\u00f6m/ti\u1ebfng.md'],
] as const;

onlyOnLinux('names that differ in their Unicode form only', () => {
  it.each(names)(
    'a run changes the file %s that it names in another form, and every page finds it',
    async (real, asked) => {
      const script = scriptedModel([
        call('write_file', { path: asked, content: 'new\n', overwrite: true }),
        `See \`${asked}\` and ${asked}.`,
      ]);
      await start(script);
      await mkdir(path.dirname(at(real)), { recursive: true });
      await writeFile(at(real), 'old\n');

      const { id } = await createConversation(app.services, localActor, {});
      const { runId } = await sendMessage(app.services, localActor, { conversationId: id, text: 'Write.' });
      const { state } = await until(runId, 'awaiting_approval');
      const approvalId = state.status === 'awaiting_approval' ? state.approvalId : '';
      const approval = await getApproval(app.services, localActor, { approvalId });
      expect(approval).toMatchObject({
        risk: 'medium',
        riskReason: expect.stringContaining('Replaces everything in an existing file.'),
        preview: [{ kind: 'diff', change: 'modify', path: real, addedLines: 1, removedLines: 1 }],
        targetChange: null,
      });
      await decideAsShown(app.services, localActor, { approvalId, decision: 'approve' });
      const run = await until(runId, 'completed');
      expect(await readFile(at(real), 'utf8')).toBe('new\n');
      expect(await readdir(path.dirname(at(real)))).toEqual([path.basename(real)]);
      const view = await viewRun(app.services, localActor, run);
      expect(view.files).toMatchObject({ changed: [{ path: real, change: 'changed' }], mentioned: [asked] });

      expect(await openFile(app.services, localActor, { path: asked })).toMatchObject({
        kind: 'file',
        content: { kind: 'text', text: 'new\n' },
      });
      const file = await downloadFile(app.services, localActor, { path: asked });
      await file.close();
      expect(file.size).toBe(4);
      expect(await openFile(app.services, localActor, { path: path.dirname(asked) })).toMatchObject({
        kind: 'folder',
        entries: [{ path: real }],
      });
      const form = await suggestPaths(app.services, localActor, { text: asked, signal });
      expect(form).toMatchObject({ typed: { state: 'file', size: 4 }, options: [{ path: real }] });
      const inFolder = await suggestPaths(app.services, localActor, {
        text: `${path.dirname(asked)}/`,
        signal,
      });
      expect(inFolder).toMatchObject({ typed: { state: 'folder' }, options: [{ path: real }] });
    },
  );

  it('a page and a form say that a name is that of two entries, and show each by its exact form', async () => {
    await start();
    const [one, two, third] = ['\u1ea1\u0302.md', 'a\u0323\u0302.md', '\u1ead.md'];
    for (const name of [one, two]) await writeFile(at(name), name);
    for (const name of [one, two])
      expect(await openFile(app.services, localActor, { path: name })).toMatchObject({
        content: { text: name },
      });
    const message = expect.stringMatching(
      /different Unicode forms: a⟦U\+0323⟧⟦U\+0302⟧\.md and ạ⟦U\+0302⟧\.md/,
    );
    await expect(openFile(app.services, localActor, { path: third })).rejects.toMatchObject({
      code: 'path_refused',
      message,
    });
    const { typed } = await suggestPaths(app.services, localActor, { text: third, signal });
    expect(typed).toEqual({ state: 'refused', message });
  });

  it('a change is asked about again when the asked name is that of another file by then', async () => {
    const [real, asked] = ['cafe\u0301.md', 'caf\u00e9.md'];
    const script = scriptedModel([
      call('write_file', { path: asked, content: 'new', overwrite: true }),
      'Not done.',
    ]);
    await start(script);
    await writeFile(at(real), 'same');
    const { id } = await createConversation(app.services, localActor, {});
    const { runId } = await sendMessage(app.services, localActor, { conversationId: id, text: 'Write.' });
    const { state } = await until(runId, 'awaiting_approval');
    const approvalId = state.status === 'awaiting_approval' ? state.approvalId : '';
    const { digest } = await getApproval(app.services, localActor, { approvalId });
    await writeFile(at(asked), 'same');
    await expect(
      decideAsShown(app.services, localActor, { approvalId, decision: 'approve', digest }),
    ).rejects.toMatchObject({ code: 'target_changed' });
    expect(await readFile(at(real), 'utf8')).toBe('same');
    const now = await getApproval(app.services, localActor, { approvalId });
    expect(now.preview).toMatchObject([{ path: asked }]);
    expect(now.riskReason).toContain('the same name in another Unicode form');
  });
});
