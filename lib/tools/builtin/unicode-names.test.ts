import { mkdir, readdir, symlink } from 'node:fs/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onlyOnLinux } from '../../shared/testing/only-on-linux';
import { nameInTwoForms, namesInForms } from '../../shared/testing/unicode-forms';
import { expectFailure, expectSuccess, openToolbox } from '../testing/open-toolbox';

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
const spelled = '⟦U+';

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

    it('of more bytes than a name may have is found by its shorter form', async () => {
      const name = '\ud55c'.repeat(80);
      await box.put(`${name}/${name}`, 'long');
      const long = name.normalize('NFD');
      const path = `${long}/${long}`;
      expect(expectSuccess(await box.execute('read_file', { path })).modelText).toContain('long');
    });

    it('is refused as the exact one would be: a link, a folder, a second name, a protected folder', async () => {
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
          await box.put(`${parent}/long.md`, `${'e\u0301'.repeat(3_000)} ${words[0]} ${'y'.repeat(3_000)}`);
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

  describe('two files whose names differ in their Unicode form only', () => {
    const tools = (path: string) =>
      [
        ['read_file', { path }],
        ['write_file', { path, content: 'x', overwrite: true }],
        ['edit_file', { path, old_text: 'text', new_text: 'x' }],
        ['delete_file', { path }],
        ['move_file', { from: path, to: 'elsewhere' }],
        ['move_file', { from: 'other', to: path }],
        ['list_files', { path }],
        ['search_files', { path, query: 'text' }],
        ['run_command', { folder: path, command: 'ls' }],
        ['read_file', { path: `${path}/x` }],
        ['write_file', { path: `${path}/x`, content: 'x' }],
      ] as const;

    it('are each reached by the exact name', async () => {
      await fc.assert(
        fc.asyncProperty(namesInForms, async (names) => {
          const parent = newFolder();
          for (const name of names) await box.put(`${parent}/${name}`, `this is ${names.indexOf(name)}\n`);
          for (const name of names) {
            const path = `${parent}/${name}`;
            const { modelText } = expectSuccess(await box.execute('read_file', { path }));
            expect(modelText).toContain(`this is ${names.indexOf(name)}`);
          }
          const [first = '', ...others] = names.map((name) => `${parent}/${name}`);
          expectSuccess(await box.approve('write_file', { path: first, content: 'x', overwrite: true }));
          expectSuccess(await box.approve('delete_file', { path: first }));
          expect(await Promise.all(others.map(box.read))).toEqual(
            others.map((_, index) => `this is ${index + 1}\n`),
          );
        }),
        runs,
      );
    });

    it('are never guessed by a third form: every tool says so and spells both', async () => {
      await box.put('other', 'text');
      await fc.assert(
        fc.asyncProperty(
          namesInForms.filter((names) => names.length > 2),
          async ([asked = '', ...there]) => {
            const parent = newFolder();
            for (const name of there) await box.put(`${parent}/${name}`, 'text');
            const before = await box.hashTree();
            for (const [tool, call] of tools(`${parent}/${asked}`)) {
              const message = expectFailure(await box.approve(tool, call), 'invalid_target');
              expect(message).toContain('more than one entry, in different Unicode forms');
              expect(message).toContain(spelled);
            }
            expect(await box.hashTree()).toBe(before);
          },
        ),
        runs,
      );
    });

    it('make every change at least a medium risk, and the reason says so', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, async ([name, twin]) => {
          const parent = newFolder();
          for (const one of [name, twin]) await box.put(`${parent}/${one}`, 'text');
          const path = `${parent}/${name}`;
          for (const [tool, call] of [
            ['write_file', { path, content: 'x', overwrite: true }],
            ['edit_file', { path, old_text: 'text', new_text: 'x' }],
            ['delete_file', { path }],
            ['move_file', { from: path, to: `${parent}/z` }],
          ] as const) {
            const { verdict } = await box.prepare(tool, call);
            expect(['medium', 'high']).toContain(verdict.risk);
            expect(verdict.reason).toContain('the same name in another Unicode form');
          }
        }),
        runs,
      );
    });
  });

  describe('what a person signed is the entry on disk', () => {
    const write = (path: string) => ({ path, content: 'new', overwrite: true });
    const expectChanged = async (path: string, fingerprint: string | null) => {
      const call = { tool: 'write_file', parameters: write(path), targetFingerprint: fingerprint };
      expect(await box.toolbox.findChangedTarget(call)).not.toBeNull();
      const before = await box.hashTree();
      const outcome = await box.execute('write_file', write(path), fingerprint);
      expect(outcome.ok).toBe(false);
      expect(await box.hashTree()).toBe(before);
    };

    it('a file that gets the asked name later, with the same content, is another one', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, async ([name, asked]) => {
          const parent = newFolder();
          await box.put(`${parent}/${name}`, 'same');
          const path = `${parent}/${asked}`;
          const { targetFingerprint } = await box.prepare('write_file', write(path));
          await box.put(path, 'same');
          await expectChanged(path, targetFingerprint);
        }),
        runs,
      );
    });

    it('a twin is no stand-in for a file that is gone, and no place for a new one', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, fc.boolean(), async ([name, twin], isNew) => {
          const parent = newFolder();
          const path = `${parent}/${name}`;
          if (!isNew) await box.put(path, 'same');
          const { targetFingerprint } = await box.prepare('write_file', write(path));
          if (!isNew) expectSuccess(await box.approve('delete_file', { path }));
          await box.put(`${parent}/${twin}`, 'same');
          await expectChanged(path, targetFingerprint);
        }),
        runs,
      );
    });

    it('a folder that gets the asked name later is another place', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, async ([folder, asked]) => {
          const parent = newFolder();
          await box.put(`${parent}/${folder}/x.md`, 'same');
          const path = `${parent}/${asked}/x.md`;
          const { targetFingerprint } = await box.prepare('write_file', write(path));
          await box.put(path, 'same');
          await expectChanged(path, targetFingerprint);
        }),
        runs,
      );
    });
  });
});
