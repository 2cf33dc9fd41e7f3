import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import type { ToolOutcome } from '../lib/domain/tool-call';
import type { Verdict } from '../lib/domain/verdict';
import { createPolicy } from '../lib/policy/policy';
import { noneAdded, plainCall } from '../lib/policy/testing/assessed-call';
import type { JsonObject } from '../lib/shared/json';
import { createBuiltInTools } from '../lib/tools/built-in-tools';
import { createToolParts, type ToolSettings } from '../lib/tools/tool-parts';
import { createToolbox } from '../lib/tools/toolbox';
import type { PreparedCall } from '../lib/tools/toolbox.port';

/**
 * Opens the real tools on a real folder. The built-in rules judge their calls, and no tool may reach the
 * second folder next to it.
 */
export async function openToolbox(settings: Partial<ToolSettings> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-tools-'));
  const workspaceDir = path.join(folder, 'workspace');
  const outsideDir = path.join(folder, 'outside');
  await mkdir(workspaceDir);
  await mkdir(outsideDir);
  await writeFile(path.join(outsideDir, 'secret.txt'), 'the secret\n');
  const unexpected: unknown[] = [];
  const policy = createPolicy({ onUnexpected: (error) => unexpected.push(error) });
  const toolbox = createToolbox({
    tools: createBuiltInTools(createToolParts({ workspaceDir, ...settings })),
    onUnexpected: (error) => unexpected.push(error),
  });
  const names = await toolbox.names();

  const prepare = async (tool: string, parameters: JsonObject, listed = names): Promise<JudgedCall> => {
    const prepared = await toolbox.prepare({ tool, parameters, listed });
    if (prepared.status !== 'ready') throw new Error(prepared.message);
    const { assessment } = prepared;
    const verdict = policy.judge(
      { ...plainCall, tool, assessment, isListed: listed.includes(tool) },
      noneAdded,
    );
    return { ...prepared, verdict };
  };
  const execute = (
    tool: string,
    parameters: JsonObject,
    targetFingerprint: string | null = null,
    signal = new AbortController().signal,
  ) => toolbox.execute({ tool, parameters, targetFingerprint }, signal);

  return {
    toolbox,
    names,
    workspaceDir,
    outsideDir,
    unexpected,
    prepare,
    execute,
    /** Prepares and executes a call, as if a person approved it immediately. */
    async approve(tool: string, parameters: JsonObject): Promise<ToolOutcome> {
      const { foreseenError, targetFingerprint } = await prepare(tool, parameters);
      if (foreseenError) return { ok: false, error: foreseenError, detail: null };
      return execute(tool, parameters, targetFingerprint);
    },
    at: (name: string) => path.join(workspaceDir, name),
    async put(name: string, content: string | Buffer) {
      await mkdir(path.dirname(path.join(workspaceDir, name)), { recursive: true });
      await writeFile(path.join(workspaceDir, name), content);
    },
    read: (name: string) => readFile(path.join(workspaceDir, name), 'utf8'),
    /** The hash changes with any name, content, mode or link in the workspace and next to it. */
    hashTree: () => hashTree(folder),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Adds the verdict of the built-in rules to a prepared call. */
export type JudgedCall = Extract<PreparedCall, { status: 'ready' }> & { verdict: Verdict };

export function expectSuccess(outcome: ToolOutcome): Extract<ToolOutcome, { ok: true }> {
  if (!outcome.ok) throw new Error(`${outcome.error.code}: ${outcome.error.message}`);
  return outcome;
}

export function expectFailure(outcome: ToolOutcome, code: string): string {
  expect(outcome).toMatchObject({ ok: false, error: { code } });
  return outcome.ok ? '' : outcome.error.message;
}

async function hashTree(folder: string): Promise<string> {
  const names = (await readdir(folder, { recursive: true })).sort();
  const parts = await Promise.all(
    names.map(async (name) => {
      const stats = await lstat(path.join(folder, name));
      const content = stats.isSymbolicLink()
        ? await readlink(path.join(folder, name))
        : stats.isFile()
          ? await readFile(path.join(folder, name), 'base64')
          : '';
      return `${name} ${stats.mode} ${stats.mtimeMs} ${content}`;
    }),
  );
  return createHash('sha256').update(parts.join('\n')).digest('hex');
}
