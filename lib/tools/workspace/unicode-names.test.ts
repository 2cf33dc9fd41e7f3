import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isSameName } from '../../shared/name-forms';
import { onlyOnLinux } from '../../shared/testing/only-on-linux';
import { nameInTwoForms, namesInForms } from '../../shared/testing/unicode-forms';
import { type Leftover, noJournal } from './change-journal';
import { disk } from './disk';
import { moveInside } from './move-entry';
import { readTarget } from './target';
import { createWorkspace, type WorkspacePlace } from './workspace';
import { createWorkspaceFiles } from './workspace-files';
import { writeFileInside } from './write-file-inside';

let folder: string;
let examples = 0;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-names-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Each example has a folder of its own. */
async function putAlone(files: Record<string, string>): Promise<string> {
  examples += 1;
  const parent = `f${examples}`;
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, parent, name)), { recursive: true });
    await writeFile(path.join(folder, parent, name), content);
  }
  return parent;
}

const { signal } = new AbortController();
const runs = { numRuns: 20 };

onlyOnLinux('names that differ in their Unicode form only', () => {
  describe.each(['descriptor', 'path'] as const)('a name in another form, walking by %s', (walk) => {
    const open = (walkBy: WorkspacePlace['walk'] = walk) => createWorkspace(folder, walkBy);
    const openFiles = () => createWorkspaceFiles(open());

    it('leads to its file and folder by every way to look, and what comes back has the names on disk', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, nameInTwoForms, async ([inner, askedInner], [name, asked]) => {
          const parent = await putAlone({ [`${inner}/${name}.md`]: 'text' });
          const files = openFiles();
          const real = `${parent}/${inner}/${name}.md`;
          const path = `${parent}/${askedInner}/${asked}.md`;
          expect(await files.find(path)).toMatchObject({ kind: 'file', size: 4, path: real });
          expect(await files.readStart(path, 100)).toMatchObject({ text: 'text', path: real });
          const opened = await files.open(path);
          expect(opened).toMatchObject({ size: 4, path: real });
          await opened?.close();
          expect(await files.find(`${parent}/${askedInner}`)).toMatchObject({
            kind: 'folder',
            entryCount: 1,
            path: `${parent}/${inner}`,
          });
          const listing = await files.list(`${parent}/${askedInner}`, 10);
          expect(listing?.entries.map((entry) => entry.path)).toEqual([real]);
          expect((await files.complete(path, 10, signal)).map((entry) => entry.path)).toEqual([real]);
        }),
        runs,
      );
    });

    it('of several entries is refused in words, and the exact one is shown', async () => {
      await fc.assert(
        fc.asyncProperty(
          namesInForms.filter((names) => names.length > 2),
          async ([asked = '', ...there]) => {
            const parent = await putAlone(Object.fromEntries(there.map((name) => [name, name])));
            const files = openFiles();
            for (const name of there)
              expect(await files.readStart(`${parent}/${name}`, 500)).toMatchObject({ text: name });
            const refused = {
              code: 'path_refused',
              message: expect.stringContaining('in different Unicode forms: '),
            };
            for (const look of [
              () => files.find(`${parent}/${asked}`),
              () => files.open(`${parent}/${asked}`),
              () => files.readStart(`${parent}/${asked}`, 500),
              () => files.list(`${parent}/${asked}`, 10),
              () => files.find(`${parent}/${asked}/x`),
            ])
              await expect(look()).rejects.toMatchObject(refused);
          },
        ),
        runs,
      );
    });

    it('that is a link is refused', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, async ([name, asked]) => {
          const parent = await putAlone({ 'x.md': 'text' });
          await symlink('x.md', path.join(folder, parent, name));
          for (const at of [asked, `${asked}/x`])
            await expect(openFiles().find(`${parent}/${at}`)).rejects.toMatchObject({ code: 'path_refused' });
        }),
        runs,
      );
    });

    it('lists no folder where the exact name is there, or has no other form', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, async ([name, twin]) => {
          const parent = await putAlone({ [`${name}/${name}`]: 'x', [`${twin}/x`]: '' });
          const list = vi.spyOn(disk, 'list');
          await readTarget(open(), [parent, name, name]);
          await readTarget(open(), [parent, 'absent', 'nothing']);
          await readTarget(open(), [parent, 'nothing.md']);
          expect(list).not.toHaveBeenCalled();
          list.mockRestore();
        }),
        runs,
      );
    });

    it('is noted by its name on disk while it changes, so that a start after a crash finds what is left', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, nameInTwoForms, async ([inner, askedInner], [name, asked]) => {
          const parent = await putAlone({ [`${inner}/${name}`]: 'x' });
          const noted: Leftover[] = [];
          const note = async (leftover: Leftover) => {
            noted.push(leftover);
            return { clear: async () => {} };
          };
          const workspace = createWorkspace(folder, walk, undefined, { ...noJournal, note });
          const at = [parent, askedInner, asked];
          await writeFileInside(workspace, at, Buffer.from('new'), null);
          await moveInside(workspace, at, [parent, askedInner, 'moved'], null);
          expect(noted).toEqual([
            { kind: 'temporary', path: [parent, inner, expect.stringContaining('.tmp')] },
            { kind: 'moved', from: [parent, inner, name], to: [parent, inner, 'moved'] },
          ]);
        }),
        runs,
      );
    });
  });

  it('an absent path has the names of the folders that are there, however much of it is missing', async () => {
    await fc.assert(
      fc.asyncProperty(nameInTwoForms, namesInForms, async ([inner, asked], names) => {
        const parent = await putAlone({ [`${inner}/x`]: '' });
        const target = await readTarget(createWorkspace(folder), [parent, asked, ...names]);
        expect(target).toMatchObject({ kind: 'absent', path: [parent, inner, ...names] });
        expect(isSameName(target.path.join('/'), [parent, asked, ...names].join('/'))).toBe(true);
      }),
      runs,
    );
    const nowhere = createWorkspace(path.join(folder, 'nowhere'));
    expect(await readTarget(nowhere, ['\u00e9', 'x'])).toMatchObject({
      kind: 'absent',
      path: ['\u00e9', 'x'],
    });
  });
});
