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
const runs = { numRuns: 15 };
const spelled = '⟦U+';

onlyOnLinux('files whose names differ only in their Unicode form', () => {
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

    it('are listed with a line that tells them apart', async () => {
      await fc.assert(
        fc.asyncProperty(nameInTwoForms, nameInTwoForms, async ([one, other], [alone]) => {
          const parent = newFolder();
          for (const name of [`a${one}`, `a${other}`, `b${alone}`]) await box.put(`${parent}/${name}`, '');
          const { modelText } = expectSuccess(await box.execute('list_files', { path: parent }));
          const line = modelText.split('\n').at(-1) ?? '';
          expect(line).toMatch(/^\[These look the same and differ only in their Unicode form: /);
          expect(line).toContain(`${parent}/a`);
          expect(line).not.toContain(`${parent}/b`);
          expect(new Set(line.slice(0, -1).split(': ').at(-1)?.split(', ')).size).toBe(2);
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
