import { link, mkdir, readdir, symlink } from 'node:fs/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, expectSuccess, openToolbox } from '../../../tests/open-toolbox';
import { onlyOnLinux } from '../../shared/testing/only-on-linux';
import { nameInTwoForms, namesInForms } from '../../shared/testing/unicode-forms';

let box: Awaited<ReturnType<typeof openToolbox>>;
beforeEach(async () => {
  box = await openToolbox();
});
afterEach(async () => {
  expect(box.unexpected).toEqual([]);
  await box.close();
});

let folders = 0;
/** Each example has a folder of its own. */
const newFolder = () => {
  folders += 1;
  return `f${folders}`;
};
const list = (folder: string) => readdir(box.at(folder));
const runs = { numRuns: 15 };

onlyOnLinux('names that differ in their Unicode form only', () => {
  describe('a name that is on disk in another Unicode form', () => {
    it('is read, edited, overwritten and deleted as that file, with its diff, and no twin appears', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, nameInTwoForms, async ([folder, askedFolder], [name, asked]) => {
          const parent = newFolder();
          await box.put(`${parent}/${folder}/${name}`, 'one\ntwo\n');
          const path = `${parent}/${askedFolder}/${asked}`;
          expect(expectSuccess(await box.execute('read_file', { path })).modelText).toContain('2\ttwo');

          const edit = { path, old_text: 'two', new_text: '2' };
          expect((await box.prepare('edit_file', edit)).preview).toMatchObject([{ change: 'modify' }]);
          expectSuccess(await box.approve('edit_file', edit));

          const write = { path, content: 'new\n', overwrite: true };
          const blind = await box.prepare('write_file', { ...write, overwrite: false });
          expect(blind.foreseenError?.code).toBe('already_exists');
          const prepared = await box.prepare('write_file', write);
          expect(prepared.preview).toMatchObject([{ change: 'modify', removedLines: 2, addedLines: 1 }]);
          expect(prepared.verdict).toMatchObject({ decision: 'ask', risk: 'medium' });
          expect(prepared.verdict.reason).toContain('Replaces everything in an existing file.');
          expectSuccess(await box.approve('write_file', write));
          // A server that crashed before it recorded the first run repeats it.
          expectSuccess(await box.execute('write_file', write, prepared.targetFingerprint));
          expect(await list(parent)).toEqual([folder]);
          expect(await list(`${parent}/${folder}`)).toEqual([name]);
          expect(await box.read(`${parent}/${folder}/${name}`)).toBe('new\n');

          expect((await box.prepare('delete_file', { path })).preview).toMatchObject([{ change: 'delete' }]);
          expectSuccess(await box.approve('delete_file', { path }));
          expect(await list(`${parent}/${folder}`)).toEqual([]);
        }),
        runs,
      );
    });

    it('leads a new file into the folder that is there, also below a folder that is new', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, nameInTwoForms, async ([folder, asked], [below]) => {
          const parent = newFolder();
          await mkdir(box.at(`${parent}/${folder}`), { recursive: true });
          const call = { path: `${parent}/${asked}/${below}/x.md`, content: 'x' };
          expect((await box.prepare('write_file', call)).preview).toMatchObject([{ change: 'create' }]);
          expectSuccess(await box.approve('write_file', call));
          expect(await list(parent)).toEqual([folder]);
          expect(await list(`${parent}/${folder}`)).toEqual([below]);
        }),
        runs,
      );
    });

    it('is moved from and never moved onto, and is the same place', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, async ([name, asked]) => {
          const parent = newFolder();
          await box.put(`${parent}/${name}`, 'mine');
          await box.put(`${parent}/other`, 'other');
          const [there, asItIs] = [`${parent}/${asked}`, `${parent}/${name}`];
          const onto = await box.prepare('move_file', { from: `${parent}/other`, to: there });
          expect(onto.foreseenError?.code).toBe('already_exists');
          expectFailure(
            await box.execute('move_file', { from: `${parent}/other`, to: there }),
            'target_changed',
          );
          const same = await box.prepare('move_file', { from: asItIs, to: there });
          expect(same.foreseenError?.code).toBe('invalid_target');
          expectSuccess(await box.approve('move_file', { from: there, to: `${parent}/in/moved` }));
          expect((await list(parent)).sort()).toEqual(['in', 'other']);
          expect(await box.read(`${parent}/in/moved`)).toBe('mine');
        }),
        runs,
      );
    });

    it('is listed, searched and the place of a command', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, nameInTwoForms, async ([folder, asked], [name, askedName]) => {
          const parent = newFolder();
          await box.put(`${parent}/${folder}/${name}`, 'wanted');
          const path = `${parent}/${asked}`;
          const real = `${parent}/${folder}/${name}`;
          expect(expectSuccess(await box.execute('list_files', { path })).modelText).toContain(real);
          const query = { query: 'wanted' };
          for (const place of [path, `${path}/${askedName}`])
            expect(
              expectSuccess(await box.execute('search_files', { ...query, path: place })).modelText,
            ).toContain(`${real}:1: wanted`);
        }),
        runs,
      );
      await box.put('caf\u00e9/one.txt', '');
      const command = { command: 'ls', folder: 'cafe\u0301' };
      expect(expectSuccess(await box.approve('run_command', command)).modelText).toContain('one.txt');
    });

    it('of more bytes than a name or a path may have is found by its shorter form', async () => {
      const name = '\ud55c'.repeat(80);
      const path = [name, name, name, name, name].join('/');
      await box.put(path, 'long');
      const asked = path.normalize('NFD');
      expect(expectSuccess(await box.execute('read_file', { path: asked })).modelText).toContain('long');
      expectFailure(await box.execute('read_file', { path: `${asked}x` }), 'not_found');
      expectFailure(await box.execute('read_file', { path: 'x'.repeat(1_001) }), 'invalid_target');
    });

    it('is refused as the exact one would be: a link, a folder, a file with a second name', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, async ([name, asked]) => {
          const parent = newFolder();
          await mkdir(box.at(`${parent}/folder/${name}`), { recursive: true });
          await symlink(`${box.outsideDir}/secret.txt`, box.at(`${parent}/${name}`));
          const path = `${parent}/${asked}`;
          const write = { path, content: 'x', overwrite: true };
          for (const [tool, call] of [
            ['read_file', { path }],
            ['write_file', write],
            ['delete_file', { path }],
            ['list_files', { path }],
            ['read_file', { path: `${path}/x` }],
            ['write_file', { ...write, path: `${path}/x` }],
          ] as const)
            expectFailure(await box.approve(tool, call), 'outside_workspace');
          const folder = await box.prepare('write_file', { ...write, path: `${parent}/folder/${asked}` });
          expect(folder.foreseenError?.code).toBe('invalid_target');
          await box.put(`${parent}/plain`, 'x');
          await mkdir(box.at(`${parent}/linked`));
          await link(box.at(`${parent}/plain`), box.at(`${parent}/linked/${name}`));
          const linked = await box.prepare('write_file', {
            ...write,
            content: 'new',
            path: `${parent}/linked/${asked}`,
          });
          expect(linked.foreseenError?.code).toBe('not_allowed');
        }),
        runs,
      );
    });

    it('differs from a name in another case', async () => {
      await box.put('Cafe\u0301.md', 'x');
      expectFailure(await box.execute('read_file', { path: 'caf\u00e9.md' }), 'not_found');
      expectSuccess(await box.execute('read_file', { path: 'Caf\u00e9.md' }));
    });
  });

  describe('a search', () => {
    const search = async (path: string, query: string, case_sensitive: boolean) =>
      expectSuccess(await box.execute('search_files', { path, query, case_sensitive })).detail;

    it('finds text in every Unicode form, in its line and as it is, in short and in long lines', async () => {
      await fc.assert(
        fc.asyncProperty(namesInForms, fc.boolean(), async ([query = '', ...words], isExact) => {
          const parent = newFolder();
          const lines = ['nothing', ...words.map((word) => `x ${word} y`), 'nothing'];
          await box.put(`${parent}/short.md`, lines.join('\n'));
          // No name has this letter, so the long line has one match.
          await box.put(`${parent}/long.md`, `${'o\u0308'.repeat(3_000)} ${words[0]} ${'y'.repeat(3_000)}`);
          const found = await search(parent, query, isExact);
          expect(found).toMatchObject({
            kind: 'entries',
            entries: [
              { name: `${parent}/long.md, line 1`, detail: expect.stringContaining(` ${words[0]} `) },
              ...words.map((word, index) => ({
                name: `${parent}/short.md, line ${index + 2}`,
                detail: `x ${word} y`,
              })),
            ],
          });
        }),
        runs,
      );
    });
  });
});
