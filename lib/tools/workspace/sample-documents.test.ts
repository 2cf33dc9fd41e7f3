import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBuiltInTools } from '../built-in-tools';
import { createToolParts } from '../tool-parts';
import { createToolbox } from '../toolbox';
import { ensureWorkspace } from './sample-documents';

let folder: string;
let workspaceDir: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-samples-'));
  workspaceDir = path.join(folder, 'data/workspace');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the workspace of a first start', () => {
  it('is created with sample documents, once', async () => {
    expect(await ensureWorkspace(workspaceDir)).toEqual({ created: true });
    expect(await readdir(workspaceDir)).toContain('report-q3.md');
    await rm(path.join(workspaceDir, 'report-q3.md'));
    expect(await ensureWorkspace(workspaceDir)).toEqual({ created: false });
    expect(await readdir(workspaceDir)).not.toContain('report-q3.md');
    expect(await readdir(path.dirname(workspaceDir))).toEqual(['workspace']);
  });

  it('keeps a folder that already has its name, or a link to one', async () => {
    await mkdir(workspaceDir, { recursive: true });
    const link = path.join(folder, 'link');
    await symlink(workspaceDir, link);
    for (const place of [workspaceDir, link]) {
      expect(await ensureWorkspace(place)).toEqual({ created: false });
      expect(await readdir(place)).toEqual([]);
    }
  });

  it('refuses what is no folder, and keeps it', async () => {
    const [file, dangling] = [path.join(folder, 'file'), path.join(folder, 'link')];
    await writeFile(file, 'A note.');
    await symlink('nowhere', dangling);
    await expect(ensureWorkspace(file)).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(ensureWorkspace(dangling)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(folder)).toEqual(['file', 'link']);
  });

  it('two starts at the same time create it once', async () => {
    const results = await Promise.all([1, 2, 3].map(() => ensureWorkspace(workspaceDir)));
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(await readdir(path.dirname(workspaceDir))).toEqual(['workspace']);
  });

  it('has a check that fails because of one line and passes once that is fixed', async () => {
    await ensureWorkspace(workspaceDir);
    const toolbox = createToolbox({ tools: createBuiltInTools(createToolParts({ workspaceDir })) });
    const execute = (tool: string, parameters: Record<string, string>) =>
      toolbox.execute({ tool, parameters, targetFingerprint: null }, new AbortController().signal);
    const check = () => execute('run_command', { command: 'node check.mjs', folder: 'app' });
    expect(await check()).toMatchObject({ ok: true, summary: 'exit code 1' });
    await execute('edit_file', { path: 'app/price.mjs', old_text: '1 + discount', new_text: '1 - discount' });
    expect(await check()).toMatchObject({ ok: true, summary: 'exit code 0' });
  });
});
