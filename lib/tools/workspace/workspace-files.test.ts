import { link, mkdir, mkdtemp, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error';
import type { WorkspaceFiles } from './files.port';
import { markerName } from './marker';
import { createWorkspace } from './workspace';
import { createWorkspaceFiles } from './workspace-files';

let folder: string;
let inside: string;
let outside: string;
let files: WorkspaceFiles;
const signal = new AbortController().signal;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-files-'));
  inside = path.join(folder, 'workspace');
  outside = path.join(folder, 'outside');
  await mkdir(path.join(inside, 'notes/deep'), { recursive: true });
  await mkdir(outside);
  await writeFile(path.join(outside, 'secret.txt'), 'secret');
  await writeFile(path.join(inside, 'notes/plan.md'), '# Plan\n');
  files = createWorkspaceFiles(createWorkspace(inside));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const code = (promise: Promise<unknown>) =>
  promise.then(
    (found) => (found === null ? 'nothing' : 'found'),
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

async function contentOf(path: string): Promise<string | null> {
  const file = await files.open(path);
  return file && new Response(file.stream(0, file.size)).text();
}

const looks: [string, (path: string) => Promise<unknown>][] = [
  ['find', (path) => files.find(path)],
  ['list', (path) => files.list(path, 10)],
  ['readStart', (path) => files.readStart(path, 10)],
  ['open', (path) => files.open(path)],
];

describe('a file of any name', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => !/[/\\\p{C}]/u.test(text) && !/^\.{1,2}$|^~$/.test(text));

  it('is found, listed, completed and read back byte by byte', async () => {
    await fc.assert(
      fc.asyncProperty(name, fc.string(), async (name, text) => {
        const at = `any/${name}`;
        await rm(path.join(inside, 'any'), { recursive: true, force: true });
        await mkdir(path.join(inside, 'any'));
        await writeFile(path.join(inside, at), text);
        expect(await files.find(at)).toMatchObject({ path: at, kind: 'file', size: Buffer.byteLength(text) });
        expect((await files.list('any', 5))?.entries).toMatchObject([{ path: at }]);
        expect(await files.complete(at, 5, signal)).toMatchObject([{ path: at }]);
        expect(await contentOf(at)).toBe(text.toWellFormed());
      }),
      { numRuns: 60 },
    );
  });
});

// Other systems have no such names.
if (process.platform === 'linux')
  it('a name whose bytes are no text is listed as one that nobody can open', async () => {
    const bytes = Buffer.from('no-text-\xff.md', 'latin1');
    await writeFile(Buffer.concat([Buffer.from(`${inside}/notes/deep/`), bytes]), 'x');
    const at = 'notes/deep/no-text-\uFFFD.md';
    expect(await files.list('notes/deep', 5)).toMatchObject({
      entryCount: 1,
      entries: [{ path: at, kind: 'other', size: null }],
    });
    expect(await files.find(at)).toBeNull();
  });

it('the marker of the workspace is not among a person’s files, and its name elsewhere is a file like any', async () => {
  for (const at of [markerName, `notes/${markerName}`]) await writeFile(path.join(inside, at), 'x\n');
  expect(await files.list('', 1)).toMatchObject({ entryCount: 1, entries: [{ path: 'notes' }] });
  expect(await files.find('')).toMatchObject({ entryCount: 1 });
  expect(await files.complete('.c', 5, signal)).toEqual([
    expect.objectContaining({ path: `notes/${markerName}` }),
  ]);
  expect((await files.list('notes', 9))?.entries.map(({ path }) => path)).toContain(`notes/${markerName}`);
});

describe('files that must stay hidden', () => {
  it('every spelling of an escape is refused by every way to read', async () => {
    const part = fc.constantFrom('..', '.', 'notes', 'outside', 'secret.txt', '', '\0', '~');
    const separator = fc.constantFrom('/', '\\');
    const way = fc
      .array(fc.tuple(part, separator), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.flat().join(''))
      .filter((text) => /\.\.|\0|\\|^[/~]/.test(text));
    await fc.assert(
      fc.asyncProperty(way, fc.constantFrom('', 'secret.txt', 'workspace/x'), async (way, rest) => {
        for (const [name, look] of looks)
          expect(['path_refused', 'nothing'], `${name} ${way}${rest}`).toContain(
            await code(look(way + rest)),
          );
        expect(await files.complete(way + rest, 5, signal).catch(() => [])).toEqual([]);
      }),
    );
  });

  it.each(['descriptor', 'path'] as const)('links lead nowhere, walked by %s', async (walk) => {
    files = createWorkspaceFiles(createWorkspace(inside, walk));
    await symlink(path.join(outside, 'secret.txt'), path.join(inside, 'file-link'));
    await symlink(outside, path.join(inside, 'folder-link'));
    for (const at of ['file-link', 'folder-link', 'folder-link/secret.txt'])
      for (const [name, look] of looks)
        expect(['path_refused', 'nothing'], `${name} ${at}`).toContain(await code(look(at)));
    expect((await files.list('', 10))?.entries).toMatchObject([
      { path: 'notes', kind: 'folder' },
      { path: 'file-link', kind: 'link', size: null },
      { path: 'folder-link', kind: 'link', size: null },
    ]);
  });

  it('the server’s own folder and files, also by a second name', async () => {
    await mkdir(path.join(inside, 'data'));
    await writeFile(path.join(inside, 'data/secret.key'), 'key');
    await writeFile(path.join(outside, 'app.db'), 'database');
    await link(path.join(inside, 'data/secret.key'), path.join(inside, 'copy.txt'));
    await link(path.join(outside, 'app.db'), path.join(inside, 'notes/app.txt'));
    const places = { folders: [path.join(inside, 'data')], files: [path.join(outside, 'app.db')] };
    files = createWorkspaceFiles(createWorkspace(inside, undefined, places));
    for (const at of ['data', 'data/secret.key', 'copy.txt', 'notes/app.txt'])
      for (const [name, look] of looks)
        expect(['path_refused', 'nothing'], `${name} ${at}`).toContain(await code(look(at)));
    expect(await files.complete('data/', 5, signal).catch(() => [])).toEqual([]);
  });

  it('a file swapped for a link while it opens never returns the link’s target', async () => {
    const at = path.join(inside, 'swapped.txt');
    let isOver = false;
    const swapping = (async () => {
      while (!isOver) {
        await writeFile(`${at}.new`, 'mine');
        await rename(`${at}.new`, at);
        await symlink(path.join(outside, 'secret.txt'), `${at}.link`);
        await rename(`${at}.link`, at);
        await unlink(at);
      }
    })();
    const seen = new Set<string | null>();
    for (let turn = 0; turn < 300; turn += 1) {
      seen.add(await contentOf('swapped.txt').catch(() => null));
      const start = await files.readStart('swapped.txt', 100).catch(() => null);
      seen.add(start?.text ?? null);
    }
    isOver = true;
    await swapping;
    expect([...seen].filter((text) => text !== null && text !== 'mine' && text !== '')).toEqual([]);
  });
});

describe('the kind of a file', () => {
  it('comes from its bytes: text up to the last character that fits, pictures, and other data', async () => {
    const cases: [string, string | Buffer, object][] = [
      ['text.png', 'no picture', { image: null, text: 'no picture', isWhole: true }],
      ['cut.txt', `${'a'.repeat(9)}€€€`, { text: 'a'.repeat(9), isWhole: false }],
      ['empty', '', { text: '', isWhole: true, size: 0 }],
      ['binary.md', Buffer.from([1, 0, 2]), { text: null, unreadable: 'binary' }],
      ['latin1.txt', Buffer.from([0x66, 0xfc, 0x72]), { text: null, unreadable: 'encoding' }],
      ['page.html', Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1'), { image: 'image/png' }],
      ['a.svg', '<svg/>', { image: null, text: '<svg/>' }],
    ];
    for (const [name, content, expected] of cases) {
      await writeFile(path.join(inside, name), content);
      expect(await files.readStart(name, 10), name).toMatchObject(expected);
    }
  });

  it('a folder of thousands is listed up to a limit, with the total', async () => {
    await mkdir(path.join(inside, 'many'));
    for (let index = 0; index < 50; index += 1) await writeFile(path.join(inside, `many/${index}`), '');
    const listing = await files.list('many', 12);
    expect(listing?.entryCount).toBe(50);
    expect(listing?.entries.map((entry) => entry.path)).toEqual(
      Array.from({ length: 12 }, (_, index) => `many/${index}`),
    );
  });
});

describe('completing a typed path', () => {
  beforeEach(async () => {
    await mkdir(path.join(inside, 'news'));
    await mkdir(path.join(inside, '.hidden'));
    await writeFile(path.join(inside, 'net.md'), '');
    await writeFile(path.join(inside, 'notes/deep/nested.md'), '');
    await writeFile(path.join(inside, 'notes/a-new-one.md'), '');
  });
  const complete = async (text: string) => (await files.complete(text, 10, signal)).map(({ path }) => path);

  it('offers the folder’s own entries first, folders before files, then deeper entries', async () => {
    expect(await complete('')).toEqual(['news', 'notes', 'net.md']);
    expect(await complete('ne')).toEqual([
      'news',
      'net.md',
      'notes',
      'notes/deep/nested.md',
      'notes/a-new-one.md',
    ]);
    expect(await complete('notes/')).toEqual(['notes/deep', 'notes/a-new-one.md', 'notes/plan.md']);
    expect(await complete('notes/pln')).toEqual(['notes/plan.md']);
    expect(await complete('.h')).toEqual(['.hidden']);
    expect(await complete('no-such-folder/x')).toEqual([]);
  });
});

describe('a workspace folder that is no longer one', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    ['a file', 'is not a folder', () => writeFile(inside, 'a file')],
    ['a link to itself', 'is a link that leads to itself', () => symlink(inside, inside)],
    ['nothing', 'does not exist', async () => {}],
  ])('has no files, and tools are told why: %s', async (_, words, make) => {
    await rm(inside, { recursive: true });
    await make();
    for (const look of [files.list('.', 10), files.find('notes'), files.open('notes/plan.md')])
      expect(await code(look)).toBe('nothing');
    const use = createWorkspace(inside).inFolder([], async () => 'in');
    await expect(use).rejects.toThrow(`The workspace folder ${words}.`);
  });
});
