import { link, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkers } from '../workers/workers';
import { BeyondBudget, findInFiles, type SearchRequest } from './find-in-files';
import type worker from './find-in-files.worker';
import { searchWorkspace } from './search-workspace';
import { createWorkspace, type WorkspacePlace } from './workspace';

let folder: string;
const workers = createWorkers(null);
const { signal } = new AbortController();
const at = (name: string) => path.join(folder, name);
const request = (change: Partial<SearchRequest> = {}): SearchRequest => ({
  path: [],
  query: 'needle',
  isCaseSensitive: false,
  ...change,
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-search-'));
  await mkdir(at('data'));
  await mkdir(at('workspace'));
  await writeFile(at('data/secret.key'), 'needle of the server');
  await writeFile(at('app.db'), 'needle in the database');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe.each(['descriptor', 'path'] as const)('a search, walking by %s', (walk) => {
  const openPlace = (directory = at('workspace')): WorkspacePlace => ({
    directory,
    walk,
    privatePlaces: { folders: [at('data')], files: [at('app.db')] },
  });
  const here = (place: WorkspacePlace, asked: SearchRequest) =>
    findInFiles(createWorkspace(place.directory, place.walk, place.privatePlaces), asked, signal);
  const inThread = (place: WorkspacePlace, asked: SearchRequest) =>
    workers.run<typeof worker>(
      { file: 'lib/tools/workspace/find-in-files', subject: 'The search', timeLimitMs: 60_000 },
      { place, request: asked },
    );

  it('finds a word in any case, in scripts where case changes the number or the form of letters', async () => {
    await writeFile(
      at('workspace/cities.txt'),
      `ΟΔΟΣΑ\nİstanbul\n${'İ'.repeat(300)} needle ${'x'.repeat(500)}\n`,
    );
    const linesOf = async (query: string) => (await here(openPlace(), request({ query }))).matches;
    expect((await linesOf('οδος')).map(({ line }) => line)).toEqual([1]);
    expect((await linesOf('ISTANBUL')).map(({ line }) => line)).toEqual([2]);
    expect((await linesOf('needle'))[0]?.text).toContain(' needle ');
  });

  it('finds the same in a thread as on the event loop, in any tree', async () => {
    let tree = 0;
    await fc.assert(
      fc.asyncProperty(
        entries,
        fc.constantFrom('needle', 'NEEDLE', 'e'),
        fc.boolean(),
        async (list, query, exact) => {
          tree += 1;
          const root = at(`tree${tree}`);
          await mkdir(root);
          for (const entry of list) await make(root, entry);
          const asked = request({ query, isCaseSensitive: exact });
          expect(await inThread(openPlace(root), asked)).toEqual(await here(openPlace(root), asked));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('never reads what is private, a link or outside, and says what it left out', async () => {
    await writeFile(at('workspace/plain.md'), 'a needle');
    await link(at('data/secret.key'), at('workspace/second-name.md'));
    await link(at('app.db'), at('workspace/table.md'));
    await symlink(at('app.db'), at('workspace/link.md'));
    await symlink(at('data'), at('workspace/linked'));
    for (const search of [here, inThread]) {
      const found = await search(openPlace(), request());
      expect(found.matches).toEqual([{ path: ['plain.md'], line: 1, text: 'a needle' }]);
      expect(found.unreadFiles).toBe(2);
      const above = await search(openPlace(folder), request());
      expect(above.matches.map((match) => match.path.join('/'))).toEqual(['workspace/plain.md']);
      expect(above.skippedFolders).toEqual(['data/']);
    }
  });

  it('leaves out what may hold secrets, unless the search names it', async () => {
    await writeFile(at('workspace/plain.md'), 'a needle');
    await writeFile(at('workspace/.env'), 'a needle');
    await mkdir(at('workspace/.ssh'));
    await writeFile(at('workspace/.ssh/config'), 'a needle');
    for (const search of [here, inThread]) {
      const found = await search(openPlace(), request());
      expect(found.matches.map((match) => match.path.join('/'))).toEqual(['plain.md']);
      expect(found.unreadFiles).toBe(2);
      for (const path of [['.env'], ['.ssh']])
        expect((await search(openPlace(), request({ path }))).matches).toHaveLength(1);
    }
  });

  it('fails alike where there is nothing to search', async () => {
    for (const asked of [request({ path: ['missing'] }), request({ path: ['linked'] })]) {
      await symlink(at('data'), at('workspace/linked')).catch(() => {});
      const failures = await Promise.all(
        [here, inThread].map((search) => search(openPlace(), asked).catch((error: unknown) => error)),
      );
      expect(failures[0]).toMatchObject({ code: expect.stringMatching(/not_found|outside_workspace/) });
      expect(failures[1]).toMatchObject({ code: (failures[0] as { code: string }).code });
      expect(String(failures[1])).toBe(String(failures[0]));
    }
  });
});

it('more files than a little are searched to the last one, in a thread', async () => {
  for (let index = 0; index < 30; index += 1) {
    await mkdir(at(`workspace/${index}`));
    for (let file = 0; file < 10; file += 1)
      await writeFile(at(`workspace/${index}/${file}.md`), index === 29 && file === 9 ? 'a needle' : 'hay');
  }
  const workspace = createWorkspace(at('workspace'));
  const few = { files: 299, bytes: 1_000_000 };
  await expect(findInFiles(workspace, request(), signal, few)).rejects.toThrow(BeyondBudget);
  const { matches } = await searchWorkspace(workspace, workers, request(), signal);
  expect(matches).toMatchObject([{ path: ['29', '9.md'] }]);
});

it('a large file is searched in a thread, alone or in its folder', async () => {
  await writeFile(at('workspace/large.txt'), `${'hay\n'.repeat(400_000)}needle\n`);
  const workspace = createWorkspace(at('workspace'));
  const bytes = { files: 200, bytes: 1_000_000 };
  for (const asked of [request({ path: ['large.txt'] }), request()]) {
    await expect(findInFiles(workspace, asked, signal, bytes)).rejects.toThrow(BeyondBudget);
    const { matches } = await searchWorkspace(workspace, workers, asked, signal);
    expect(matches).toEqual([{ path: ['large.txt'], line: 400_001, text: 'needle' }]);
  }
});

type Entry = { folders: string[]; name: string; kind: 'text' | 'bytes' | 'link' | 'folder'; text: string };

const entries: fc.Arbitrary<Entry[]> = fc.array(
  fc.record({
    folders: fc.array(fc.constantFrom('a', 'b', 'node_modules', '.git'), { maxLength: 3 }),
    name: fc.constantFrom('one.md', 'two.txt', 'ünï', '-x', 'a b'),
    kind: fc.constantFrom('text', 'text', 'text', 'bytes', 'link', 'folder'),
    text: fc
      .array(fc.constantFrom('needle', 'Needle', 'hay', '\n', '\r\n', 'ß', '\ufeff', 'x'.repeat(400)))
      .map((list) => list.join('')),
  }),
  { maxLength: 12 },
);

/** Skips an entry that does not fit the entries already there. */
async function make(root: string, { folders, name, kind, text }: Entry): Promise<void> {
  const inside = path.join(root, ...folders);
  await mkdir(inside, { recursive: true });
  const place = path.join(inside, name);
  const making = {
    text: () => writeFile(place, text, { flag: 'wx' }),
    bytes: () => writeFile(place, Buffer.from([0, 255, 110]), { flag: 'wx' }),
    link: () => symlink('one.md', place),
    folder: () => mkdir(place),
  }[kind];
  await making().catch(() => {});
}
