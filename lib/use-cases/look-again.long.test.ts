import { execFileSync } from 'node:child_process';
import { link, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { onlyWorkspace } from '../../tests/only-workspace';
import { openToolbox } from '../../tests/open-toolbox';
import { buildToolCall } from '../agent/build-tool-call';
import { localActor } from '../domain/actor';
import { defaultSigning } from '../domain/signing';
import type { ToolCall } from '../domain/tool-call';
import { createPolicy } from '../policy/policy';
import type { JsonObject } from '../shared/json';
import { disk } from '../tools/workspace/disk';
import { lookAgain } from './look-again';
import { toPlainReason } from './views/explain-obstacle';

let box: Awaited<ReturnType<typeof openToolbox>>;
beforeEach(async () => {
  box = await openToolbox();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await box.close();
});

const policy = createPolicy();
const rules = {
  list: async () => ({ items: [], damaged: [] }),
  signing: async () => defaultSigning,
  changeSigning: async () => {},
};

/**
 * Describes a call that waits for a decision. `start` makes what the request needs; the changes below happen
 * at `target`.
 */
type Waiting = { target: string; tool: string; parameters: JsonObject; start: () => Promise<void> };

const put = (name: string, content = 'one\n') => box.put(name, content);

const folderOf = (name: string) => mkdir(box.at(name), { recursive: true }).then(() => {});

function waitingCalls(target: string): Record<string, Waiting> {
  const parent = path.posix.dirname(target);
  return {
    'an edit': {
      target,
      tool: 'edit_file',
      parameters: { path: target, old_text: 'one', new_text: 'two and three' },
      start: () => put(target),
    },
    'a replacement': {
      target,
      tool: 'write_file',
      parameters: { path: target, content: 'new\n', overwrite: true },
      start: () => put(target),
    },
    'a new file': {
      target,
      tool: 'write_file',
      parameters: { path: target, content: 'new\n' },
      start: () => folderOf(parent),
    },
    'the deletion of a file': {
      target,
      tool: 'delete_file',
      parameters: { path: target },
      start: () => put(target),
    },
    'the deletion of an empty folder': {
      target,
      tool: 'delete_file',
      parameters: { path: target },
      start: () => folderOf(target),
    },
    'a move of a file': {
      target,
      tool: 'move_file',
      parameters: { from: target, to: 'elsewhere.md' },
      start: () => put(target),
    },
    'a move to a free name': {
      target,
      tool: 'move_file',
      parameters: { from: 'source.md', to: target },
      start: async () => {
        await put('source.md');
        await folderOf(parent);
      },
    },
    'a command in a folder': {
      target,
      tool: 'run_command',
      parameters: { command: 'true', folder: target },
      start: () => folderOf(target),
    },
  };
}

/**
 * Puts something else where an entry is or may be. The entry itself stays intact beside the workspace, so
 * that it can come back.
 */
const replacements: Record<string, (place: string) => Promise<unknown>> = {
  'nothing is there': async () => {},
  'other text': (place) => writeFile(place, 'something else\n'),
  'the text twice': (place) => writeFile(place, 'one\none\n'),
  'the content that was asked for': (place) => writeFile(place, 'new\n'),
  'bytes that are no text': (place) => writeFile(place, Buffer.from([0, 255, 254, 0, 129])),
  'more than tools read': (place) => writeFile(place, Buffer.alloc(5_000_001, 'a')),
  'almost as much as tools read': (place) => writeFile(place, `one${'a'.repeat(4_999_997)}`),
  'a file with two names': async (place) => {
    await writeFile(place, 'one, but not the same\n');
    await link(place, box.at('second-name'));
  },
  'an empty folder': (place) => mkdir(place),
  'a full folder': async (place) => {
    await mkdir(place);
    await writeFile(path.join(place, 'inside.md'), 'inside\n');
  },
  'a link to a file': (place) => symlink(path.join(box.outsideDir, 'secret.txt'), place),
  'a link to nothing': (place) => symlink('nowhere', place),
  'a link to a folder': (place) => symlink(box.outsideDir, place),
  'a pipe': async (place) => execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', place]),
};

/** These are enough for a folder on the way, where all files are alike. */
const atFolder = ['nothing is there', 'other text', 'an empty folder', 'a link to a folder', 'a pipe'];

/** Changes the workspace after the request, and undoes the change. */
type Change = { happen: (target: string) => Promise<unknown>; undo: (target: string) => Promise<unknown> };

const aside = () => path.join(box.outsideDir, 'aside');
const swap = (
  placeOf: (target: string) => string,
  replace: (place: string) => Promise<unknown> = async () => {},
): Change => ({
  async happen(target) {
    // A new file has no entry at its path yet.
    await rename(placeOf(target), aside()).catch(() => {});
    await replace(placeOf(target));
  },
  async undo(target) {
    await rm(placeOf(target), { recursive: true, force: true });
    await rename(aside(), placeOf(target)).catch(() => {});
  },
});

/** Acts like an operating system that refuses every access to this name. */
const refuse = (method: 'open' | 'lstat', code: string, placeOf: (target: string) => string): Change => ({
  async happen(target) {
    const real = disk[method] as (place: string, flags?: number) => Promise<never>;
    vi.spyOn(disk, method).mockImplementation(async (place: string, flags?: number) => {
      if (path.basename(place) !== path.basename(placeOf(target))) return real(place, flags);
      throw Object.assign(new Error(`${code}: refused`), { code });
    });
  },
  undo: async () => vi.restoreAllMocks(),
});

const itself = (target: string) => target;
const changesAtPath: Record<string, Change> = {
  ...Object.fromEntries(
    Object.entries(replacements).map(([name, replace]) => [
      `at its path: ${name}`,
      swap((target) => box.at(target), replace),
    ]),
  ),
  'its path cannot be opened': refuse('open', 'EACCES', itself),
  'its path cannot be looked at': refuse('lstat', 'EIO', itself),
};
const changes: Record<string, Change> = {
  ...changesAtPath,
  ...Object.fromEntries(
    atFolder.map((name) => [
      `at its folder: ${name}`,
      swap((target) => path.dirname(box.at(target)), replacements[name]),
    ]),
  ),
  'its folder cannot be opened': refuse('open', 'EACCES', path.dirname),
  'too many files are open': refuse('open', 'EMFILE', path.dirname),
  'the workspace is gone': swap(() => box.workspaceDir),
  'the workspace is a file': swap(
    () => box.workspaceDir,
    (place) => writeFile(place, ''),
  ),
};

const runOf = () => ({
  tools: box.names,
  workspaceId: 'main',
  workflowId: null,
  signers: null,
  startedBy: localActor.id,
});

async function build({ tool, parameters }: Waiting) {
  const asked = { tool, parameters, terminate: false, layers: 0, step: 1 };
  const built = await buildToolCall(
    asked,
    { ...runOf(), rejectedCallHashes: [] },
    { toolbox: box.toolbox, policy, rules },
  );
  if (built.status !== 'ready') throw new Error(built.message);
  return built;
}

const workspacesOf = (toolbox: typeof box.toolbox) =>
  onlyWorkspace(box.workspaceDir, { toolbox, files: {} as never, samples: {} as never });
const look = (call: ToolCall) =>
  lookAgain({ workspaces: workspacesOf(box.toolbox), policy, rules }, runOf(), call);

/** Finds names that only a model knows. */
async function findModelNames(text: string): Promise<string[]> {
  const described = await box.toolbox.describe(box.names);
  const names = described.flatMap(({ name, parameters }) => [name, ...parameters.map((each) => each.name)]);
  return names.filter((name) => name.includes('_') && text.includes(name));
}

const ordersToModels =
  /\b(?:call|set|send|read|use|include|copy) [^.]*\b(?:again|true|first|exactly|name|text|it)\b|\btools?\b|"\w+"/gi;

/** Finds words that only a model knows, or can act on. */
async function findModelWords(text: string): Promise<string[]> {
  return [...(await findModelNames(text)), ...(text.match(ordersToModels) ?? [])];
}

async function expectWordsForPerson(waiting: Waiting, change: Change): Promise<void> {
  const { target } = waiting;
  await waiting.start();
  const { call, foreseenError } = await build(waiting);
  expect(foreseenError).toBeNull();
  await change.happen(target);
  const { change: seen } = await look(call);
  if (seen !== null) {
    const { message, problem } = seen;
    const words = problem === null ? message : `${message} ${problem}`;
    expect(words.includes(target) || words.includes('source.md'), words).toBe(true);
    expect(words).toMatch(/^\S.*[^.]\.$/);
    expect(await findModelWords(words.replaceAll(target, 'X'))).toEqual([]);
    if (problem !== null) {
      expect(problem).toMatch(/reject/i);
      // The message is true: the call fails, except that nothing is left to do when the file already has the
      // content.
      const outcome = await box.execute(call.tool, call.parameters, call.targetFingerprint);
      expect(outcome.ok).toBe(message.endsWith('has exactly this content.'));
      // The record of a decided request shows this.
      if (!outcome.ok) expect(await findModelNames(outcome.error.message)).toEqual([]);
    }
  }
  const { obstacle } = await build(waiting);
  if (obstacle) expect(await findModelWords(toPlainReason(obstacle).replaceAll(target, 'X'))).toEqual([]);
  await change.undo(target);
  expect((await look(call)).change?.problem ?? null).toBeNull();
}

describe.each([
  { target: 'notes/ideas.md', happenings: changes },
  // Models read nothing about files whose names say that they may hold secrets.
  { target: 'a folder/deep/.env', happenings: changesAtPath },
])('a request about $target', ({ target, happenings }) => {
  describe.each(Object.entries(waitingCalls(target)))('%s', (_, waiting) => {
    it.each(Object.entries(happenings))('has words for a person when afterwards %s', (_name, change) =>
      expectWordsForPerson(waiting, change),
    );
  });
});

test.each([
  ['an edit', 'at its path: nothing is there', 'There is no file notes/ideas.md.'],
  [
    'an edit',
    'at its path: the text twice',
    'notes/ideas.md contains the text 2 times (line 1, 2). Include more of the surrounding text, or set replace_all to true.',
  ],
  ['an edit', 'at its path: an empty folder', 'notes/ideas.md is a folder, not a file.'],
  [
    'a new file',
    'at its path: other text',
    'notes/ideas.md exists (15 bytes). Use another name, or read it and set overwrite to true.',
  ],
  ['a new file', 'at its path: a link to a file', 'notes/ideas.md is a link. Tools do not follow links.'],
  [
    'a move to a free name',
    'at its path: an empty folder',
    'notes/ideas.md is a folder. To move into it, set "to" to notes/ideas.md/source.md.',
  ],
  [
    'the deletion of a file',
    'at its folder: nothing is there',
    'There is no notes/ideas.md. There is no folder notes.',
  ],
  ['a command in a folder', 'at its path: other text', 'notes/ideas.md is not a folder.'],
])('the words for the model stay as they are: %s, %s', async (kind, name, message) => {
  const waiting = waitingCalls('notes/ideas.md')[kind] as Waiting;
  await waiting.start();
  await (changes[name] as Change).happen(waiting.target);
  expect((await build(waiting)).foreseenError?.message).toBe(message);
});

test('each change has its own words', async () => {
  const said = async (kind: string, name: string) => {
    const waiting = waitingCalls('notes/ideas.md')[kind] as Waiting;
    await waiting.start();
    const { call } = await build(waiting);
    await (changes[name] as Change).happen(waiting.target);
    const { change } = await look(call);
    await (changes[name] as Change).undo(waiting.target);
    await rm(box.at('notes'), { recursive: true });
    return [change?.message, change?.problem];
  };
  expect(await said('an edit', 'at its path: nothing is there')).toEqual([
    'notes/ideas.md no longer exists.',
    'Put the original back to approve this, or reject the request.',
  ]);
  expect(await said('a replacement', 'at its path: nothing is there')).toEqual([
    'notes/ideas.md no longer exists.',
    null,
  ]);
  expect(await said('the deletion of a file', 'at its path: nothing is there')).toEqual([
    'notes/ideas.md no longer exists.',
    'Nothing is left to delete. Reject the request.',
  ]);
  expect(await said('an edit', 'at its folder: nothing is there')).toEqual([
    'The server can no longer reach notes/ideas.md: notes no longer exists.',
    'Put the original back to approve this, or reject the request.',
  ]);
  expect(await said('a new file', 'at its path: other text')).toEqual([
    'notes/ideas.md was created after this was requested.',
    'This does not replace what is there. Rename or remove it to approve this, or reject with guidance and suggest another name.',
  ]);
  expect(await said('an edit', 'at its path: other text')).toEqual([
    'notes/ideas.md no longer contains the text to replace.',
    'Put that text back to approve this, or reject with guidance.',
  ]);
  expect(await said('an edit', 'at its path: an empty folder')).toEqual([
    'notes/ideas.md is now a folder.',
    'Put the original back to approve this, or reject the request.',
  ]);
  expect((await said('a new file', 'its path cannot be looked at'))[0]).toBe(
    'The server cannot check notes/ideas.md right now.',
  );
  expect(await said('a command in a folder', 'at its path: an empty folder')).toEqual([
    'notes/ideas.md is now another folder.',
    null,
  ]);
});

test('names that only look the same are named as such', async () => {
  const waiting = waitingCalls('notes/\u01d8.md')['an edit'] as Waiting;
  await waiting.start();
  const { call } = await build(waiting);
  await rm(box.at(waiting.target));
  for (const twin of ['\u00fc\u0301', 'u\u0308\u0301']) await put(`notes/${twin}.md`);
  expect((await look(call)).change).toMatchObject({
    message: 'Several files or folders now have the name notes/\u01d8.md, in different Unicode forms.',
    problem: 'Rename all of them but one to approve this, or reject the request.',
  });
  await rm(box.at('notes/\u00fc\u0301.md'));
  expect((await look(call)).change).toMatchObject({
    message: 'notes/\u01d8.md changed after this was requested.',
    problem: null,
  });
  await rm(box.at('notes/u\u0308\u0301.md'));
  expect((await look(call)).change?.message).toBe('notes/\u01d8.md no longer exists.');
});

test('a tool that names no obstacle has words of its own for the model only', async () => {
  const toolbox = {
    findChangedTarget: async () => 'notes/ideas.md',
    paths: async () => [],
    prepare: async () => ({
      status: 'ready' as const,
      headline: 'Change notes/ideas.md',
      assessment: {
        effect: 'changes' as const,
        touches: [],
        risk: 'low' as const,
        reason: '',
        refusal: null,
      },
      isIdempotent: false,
      targetFingerprint: null,
      preview: [],
      foreseenError: { code: 'no_match' as const, message: 'Call read_file again, then set replace_all.' },
    }),
  };
  const waiting = waitingCalls('notes/ideas.md')['an edit'] as Waiting;
  await waiting.start();
  const { call } = await build(waiting);
  const { change } = await lookAgain(
    { workspaces: workspacesOf({ ...box.toolbox, ...toolbox }), policy, rules },
    runOf(),
    call,
  );
  expect(change).toMatchObject({
    message: 'notes/ideas.md changed after this was requested.',
    problem:
      'This cannot work with what is there now. Undo that change to approve this, or reject the request.',
  });
});
