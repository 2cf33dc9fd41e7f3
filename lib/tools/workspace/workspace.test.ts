import { execFileSync } from 'node:child_process';
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ToolFailure } from '../tool-failure';
import { deleteInside } from './delete-entry';
import { moveInside } from './move-entry';
import { readTarget } from './target';
import { walkTree } from './walk-tree';
import { createWorkspace } from './workspace';
import { parseWorkspacePath } from './workspace-path';
import { writeFileInside } from './write-file-inside';

let folder: string;
let inside: string;
let outside: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-workspace-'));
  inside = path.join(folder, 'workspace');
  outside = path.join(folder, 'outside');
  await mkdir(path.join(inside, 'sub/deep'), { recursive: true });
  await mkdir(outside);
  await writeFile(path.join(outside, 'secret.txt'), 'secret');
  await writeFile(path.join(inside, 'file.txt'), 'mine');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof ToolFailure ? error.code : String(error)),
  );

describe('paths that leave the workspace', () => {
  it.each([
    '/etc/passwd',
    '\\\\server\\share',
    'C:\\Windows',
    'c:/file',
    'Z:\\',
    '..',
    '../outside/secret.txt',
    'sub/../../outside/secret.txt',
    'sub/..',
    'sub\\..\\..\\outside',
    '~/x',
    '~',
    'file.txt\0.md',
  ])('%j is refused', (text) => {
    expect(() => parseWorkspacePath(text)).toThrow(expect.objectContaining({ code: 'outside_workspace' }));
  });

  if (process.platform !== 'win32')
    it('a colon anywhere in a name is part of it', () => {
      const part = fc.string({
        unit: fc.constantFrom('a', 'B', ':', ' ', '.', 'é', '1'),
        minLength: 1,
        maxLength: 8,
      });
      fc.assert(
        fc.property(fc.array(fc.tuple(part, part), { minLength: 1, maxLength: 4 }), (pairs) => {
          const names = pairs.map(([before, after]) => `${before}:${after}`);
          fc.pre(!/^[A-Za-z]:$/.test(names[0] ?? ''));
          expect(parseWorkspacePath(names.join('/'))).toEqual(names);
        }),
      );
      expect(parseWorkspacePath('a: b.md')).toEqual(['a: b.md']);
    });

  it.each(['a\\b', 'a\nb', 'a\u0007', 'x'.repeat(256), 'd/'.repeat(41), 'é'.repeat(200)])(
    '%j is not a name for a file',
    (text) => {
      expect(() => parseWorkspacePath(text)).toThrow(expect.objectContaining({ code: 'invalid_target' }));
    },
  );

  it('dots, doubled and final slashes are dropped; names that only look odd are kept', () => {
    expect(parseWorkspacePath('./a//b/./c/')).toEqual(['a', 'b', 'c']);
    expect(parseWorkspacePath('.')).toEqual([]);
    expect(parseWorkspacePath('...')).toEqual(['...']);
    expect(parseWorkspacePath('a..b/-rf')).toEqual(['a..b', '-rf']);
  });
});

describe.each(['descriptor', 'path'] as const)('links, walking by %s', (walk) => {
  const attempts = async (at: string) => {
    const workspace = createWorkspace(inside, walk);
    const target = parseWorkspacePath(at);
    return {
      read: await code(readTarget(workspace, target)),
      write: await code(writeFileInside(workspace, target, Buffer.from('x'), null)),
      delete: await code(deleteInside(workspace, target, null)),
      moveOut: await code(moveInside(workspace, ['file.txt'], target, null)),
      moveIn: await code(moveInside(workspace, target, ['stolen.txt'], null)),
      list: await code(
        walkTree(workspace, target, { maxDepth: 3, maxEntries: 10 }, new AbortController().signal),
      ),
    };
  };
  const refused = {
    read: 'outside_workspace',
    write: 'outside_workspace',
    delete: 'outside_workspace',
    moveOut: 'outside_workspace',
    moveIn: 'outside_workspace',
    list: 'outside_workspace',
  };

  it('a link to a file is not followed, wherever it points', async () => {
    await symlink(path.join(outside, 'secret.txt'), path.join(inside, 'out'));
    await symlink('file.txt', path.join(inside, 'in'));
    await symlink('nowhere', path.join(inside, 'dangling'));
    for (const name of ['out', 'in', 'dangling']) expect(await attempts(name)).toEqual(refused);
    expect(await readFile(path.join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  });

  it('a link to a folder is not passed, first, in the middle or as the target', async () => {
    await symlink(outside, path.join(inside, 'out'));
    await symlink('..', path.join(inside, 'sub/up'));
    await symlink('sub', path.join(inside, 'same'));
    for (const name of ['out/secret.txt', 'sub/up/outside/secret.txt', 'same/deep/x', 'out/new/x']) {
      expect(await attempts(name)).toEqual(refused);
    }
    expect(await attempts('out')).toEqual(refused);
    expect(await readdir(outside)).toEqual(['secret.txt']);
  });

  it('a listing shows links and does not follow them', async () => {
    await symlink(outside, path.join(inside, 'out'));
    const workspace = createWorkspace(inside, walk);
    const limits = { maxDepth: 5, maxEntries: 100 };
    const { entries } = await walkTree(workspace, [], limits, new AbortController().signal);
    const names = entries.map((entry) => `${entry.kind} ${entry.path.join('/')}`);
    expect(names).toEqual(['file file.txt', 'link out', 'folder sub', 'folder sub/deep']);
  });

  it('devices and pipes are not files', async () => {
    execFileSync('/bin/sh', ['-c', 'mkfifo pipe'], { cwd: inside });
    expect(await code(readTarget(createWorkspace(inside, walk), ['pipe']))).toBe('invalid_target');
  });

  it('the workspace folder itself may be a link: the operator chooses it', async () => {
    await symlink(inside, path.join(folder, 'linked'));
    const workspace = createWorkspace(path.join(folder, 'linked'), walk);
    expect(await readTarget(workspace, ['file.txt'])).toMatchObject({ kind: 'file', size: 4 });
  });

  it('a file of more than one name is not written', async () => {
    await link(path.join(outside, 'secret.txt'), path.join(inside, 'hard'));
    const workspace = createWorkspace(inside, walk);
    expect(await code(writeFileInside(workspace, ['hard'], Buffer.from('x'), null))).toBe('not_allowed');
    expect(await readFile(path.join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  });

  it('a missing folder in the path is created, a file in the path is an error', async () => {
    const workspace = createWorkspace(inside, walk);
    expect(await code(writeFileInside(workspace, ['n', 'e', 'w'], Buffer.from('x'), null))).toBe('done');
    expect(await code(writeFileInside(workspace, ['file.txt', 'x'], Buffer.from('x'), null))).toBe(
      'invalid_target',
    );
  });
});

describe('a folder that is swapped for a link again and again', () => {
  it('never lets a read, a write, a move or a deletion out', async () => {
    const workspace = createWorkspace(inside, 'descriptor');
    const [real, aside] = [path.join(inside, 'sub'), path.join(inside, 'aside')];
    await writeFile(path.join(real, 'secret.txt'), 'decoy');
    let isDone = false;
    const swap = async () => {
      while (!isDone) {
        await rename(real, aside);
        await symlink(outside, real).catch(() => {});
        await new Promise(setImmediate);
        // A write may have made a folder of this name while there was none.
        do await rm(real, { recursive: true, force: true }).catch(() => {});
        while ((await code(rename(aside, real))) !== 'done');
      }
    };
    const swapping = swap();
    const seen = new Set<string>();
    for (let round = 0; round < 300; round += 1) {
      const target = await readTarget(workspace, ['sub', 'secret.txt']).catch(() => null);
      if (target?.kind === 'file') seen.add(String(target.bytes));
      await code(writeFileInside(workspace, ['sub', 'deep', `w${round}`], Buffer.from('x'), null));
      await code(writeFileInside(workspace, ['sub', `w${round}`], Buffer.from('x'), null));
      await code(moveInside(workspace, ['sub', `w${round}`], ['sub', `m${round}`], null));
      await code(deleteInside(workspace, ['sub', `m${round}`], null));
    }
    isDone = true;
    await swapping;
    expect([...seen]).toEqual(['decoy']);
    expect(await readdir(outside)).toEqual(['secret.txt']);
    expect(await readFile(path.join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  });
});

describe('writing', () => {
  it('keeps mode bits and leaves nothing but the file', async () => {
    const workspace = createWorkspace(inside);
    await chmod(path.join(inside, 'file.txt'), 0o751);
    await writeFileInside(workspace, ['file.txt'], Buffer.from('new'), null);
    expect((await stat(path.join(inside, 'file.txt'))).mode & 0o777).toBe(0o751);
    expect((await readdir(inside)).sort()).toEqual(['file.txt', 'sub']);
    expect(await readFile(path.join(inside, 'file.txt'), 'utf8')).toBe('new');
  });

  it('leaves no temporary file when it fails', async () => {
    const workspace = createWorkspace(inside);
    expect(await code(writeFileInside(workspace, ['sub'], Buffer.from('x'), null))).toBe('invalid_target');
    expect(await code(writeFileInside(workspace, ['file.txt'], Buffer.from('x'), 'absent'))).toBe(
      'target_changed',
    );
    expect((await readdir(inside)).sort()).toEqual(['file.txt', 'sub']);
  });

  it('only one of many writers that saw the same state changes it', async () => {
    const workspace = createWorkspace(inside);
    const { fingerprint } = await readTarget(workspace, ['file.txt']);
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        code(writeFileInside(workspace, ['file.txt'], Buffer.from(`${index}`), fingerprint)),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['done', 'target_changed']));
  });

  it('readers see the old or the new content, never a part', async () => {
    const workspace = createWorkspace(inside);
    const versions = ['a', 'b'].map((letter) => letter.repeat(200_000));
    await writeFile(path.join(inside, 'file.txt'), versions[0] ?? '');
    let isDone = false;
    const writing = (async () => {
      for (let round = 0; round < 30; round += 1) {
        await writeFileInside(workspace, ['file.txt'], Buffer.from(versions[round % 2] ?? ''), null);
      }
      isDone = true;
    })();
    while (!isDone) expect(versions).toContain(await readFile(path.join(inside, 'file.txt'), 'utf8'));
    await writing;
  });
});
