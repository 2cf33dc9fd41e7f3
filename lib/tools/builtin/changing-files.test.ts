import { mkdir, open, utimes } from 'node:fs/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectFailure, expectSuccess, openToolbox } from '../../../tests/open-toolbox';

let box: Awaited<ReturnType<typeof openToolbox>>;
beforeEach(async () => {
  box = await openToolbox();
});
afterEach(async () => {
  expect(box.unexpected).toEqual([]);
  await box.close();
});

describe('writing a file', () => {
  it('a new file is a small risk, is shown in full and gets the folders it needs', async () => {
    const call = { path: 'new/notes/plan.md', content: 'one\ntwo\n' };
    const prepared = await box.prepare('write_file', call);
    expect(prepared).toMatchObject({
      headline: 'Write 2 lines to new/notes/plan.md',
      verdict: { decision: 'ask', risk: 'low' },
      preview: [{ kind: 'diff', change: 'create', addedLines: 2, removedLines: 0 }],
    });
    expect(expectSuccess(await box.approve('write_file', call)).summary).toBe('8 bytes');
    expect(await box.read('new/notes/plan.md')).toBe('one\ntwo\n');
  });

  it('a path with hidden characters is at least a medium risk, and the headline shows them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('\u202e', '\u200b', '\u00a0', '\u2066'), async (hidden) => {
        const path = `notes/a${hidden}txt.md`;
        const { verdict, headline } = await box.prepare('write_file', { path, content: 'x' });
        expect(verdict).toMatchObject({ decision: 'ask', risk: 'medium' });
        const code = hidden.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
        expect(headline).toBe(`Write 1 line to notes/a⟦U+${code}⟧txt.md`);
      }),
    );
  });

  it('an existing file is replaced only on request, as a medium risk with a diff', async () => {
    await box.put('a.txt', 'one\ntwo\n');
    const { foreseenError } = await box.prepare('write_file', { path: 'a.txt', content: 'x' });
    expect(foreseenError).toMatchObject({
      code: 'already_exists',
      message: expect.stringContaining('overwrite'),
    });
    const same = await box.prepare('write_file', { path: 'a.txt', content: 'one\ntwo\n', overwrite: true });
    expect(same.foreseenError?.message).toContain('exactly this content');
    const prepared = await box.prepare('write_file', { path: 'a.txt', content: 'one\n2\n', overwrite: true });
    expect(prepared).toMatchObject({
      headline: 'Overwrite a.txt with 2 lines',
      verdict: { risk: 'medium' },
      preview: [{ change: 'modify', hunks: [{ lines: [' one', '-two', '+2'] }] }],
    });
  });

  it('repeating it after a crash changes nothing and succeeds', async () => {
    await box.put('a.txt', 'old');
    const call = { path: 'a.txt', content: 'new', overwrite: true };
    const { targetFingerprint, isIdempotent } = await box.prepare('write_file', call);
    expect(isIdempotent).toBe(true);
    expectSuccess(await box.execute('write_file', call, targetFingerprint));
    expectSuccess(await box.execute('write_file', call, targetFingerprint));
    const fresh = { path: 'b.txt', content: 'x' };
    expectSuccess(await box.execute('write_file', fresh, 'absent'));
    expectSuccess(await box.execute('write_file', fresh, 'absent'));
  });

  it('without a fingerprint it still does not overwrite without a request', async () => {
    await box.put('a.txt', 'old');
    expectFailure(await box.execute('write_file', { path: 'a.txt', content: 'new' }), 'already_exists');
    expectSuccess(await box.execute('write_file', { path: 'a.txt', content: 'new', overwrite: true }));
  });

  it('nothing in .git changes, however the path is spelled', async () => {
    await mkdir(box.at('.git/hooks'), { recursive: true });
    for (const path of [
      '.git/hooks/pre-commit',
      './.git//config',
      '.GIT/x',
      'sub/.git/x',
      '.g\u200dit/x',
      '.git. /x',
    ]) {
      expect((await box.prepare('write_file', { path, content: 'x' })).verdict.decision).toBe('deny');
    }
    await box.put('a', '');
    expect((await box.prepare('move_file', { from: 'a', to: '.git/a' })).verdict.decision).toBe('deny');
    expect((await box.prepare('write_file', { path: '.gitignore', content: 'x' })).verdict.decision).toBe(
      'ask',
    );
  });

  it('a missing last line break is part of the diff', async () => {
    await box.put('a.txt', 'one');
    const { preview } = await box.prepare('write_file', { path: 'a.txt', content: 'one\n', overwrite: true });
    expect(preview).toMatchObject([{ addedLines: 1, removedLines: 1 }]);
    expect(JSON.stringify(preview)).toContain('No newline at end of file');
  });

  it('a binary file is shown as binary', async () => {
    await box.put('a.png', Buffer.from([0, 1, 2]));
    const { preview } = await box.prepare('write_file', { path: 'a.png', content: 'x', overwrite: true });
    expect(preview.map(({ kind }) => kind)).toEqual(['entries', 'text']);
  });
});

describe('editing a file', () => {
  const edit = (change: Record<string, string | boolean>) => ({
    path: 'a.ts',
    old_text: '',
    new_text: '',
    ...change,
  });
  beforeEach(() => box.put('a.ts', 'const a = 1;\nconst b = 2;\nconst a2 = 1;\n'));

  it('shows the complete change and makes exactly that', async () => {
    const call = edit({ old_text: 'a = 1;\nconst b = 2;', new_text: 'a = 1;\nconst b = 3;' });
    expect(await box.prepare('edit_file', call)).toMatchObject({
      headline: 'Replace 1 line in a.ts',
      verdict: { decision: 'ask', risk: 'medium' },
      preview: [
        { hunks: [{ lines: [' const a = 1;', '-const b = 2;', '+const b = 3;', ' const a2 = 1;'] }] },
      ],
    });
    expect(expectSuccess(await box.approve('edit_file', call)).summary).toBe('+1 −1');
    expect(await box.read('a.ts')).toBe('const a = 1;\nconst b = 3;\nconst a2 = 1;\n');
  });

  it('a text that occurs more than once needs replace_all, and the message names count and lines', async () => {
    const call = edit({ old_text: '= 1;', new_text: '= $& 9;' });
    const { foreseenError } = await box.prepare('edit_file', call);
    expect(foreseenError).toMatchObject({ code: 'no_match' });
    expect(foreseenError?.message).toContain('2 times (line 1, 3)');
    expectSuccess(await box.approve('edit_file', { ...call, replace_all: true }));
    expect(await box.read('a.ts')).toBe('const a = $& 9;\nconst b = 2;\nconst a2 = $& 9;\n');
  });

  it('a missing text is never guessed; the message names similar lines', async () => {
    const close = await box.prepare('edit_file', edit({ old_text: 'const  B = 2;', new_text: 'x' }));
    expect(close.foreseenError).toMatchObject({
      code: 'no_match',
      message: expect.stringContaining('line 2'),
    });
    const same = await box.prepare('edit_file', edit({ old_text: 'a', new_text: 'a', replace_all: true }));
    expect(same.foreseenError?.code).toBe('no_match');
  });

  it('keeps Windows line breaks and the byte order mark', async () => {
    await box.put('a.ts', '\ufeffone\r\ntwo\r\nthree\r\n');
    expectSuccess(await box.approve('edit_file', edit({ old_text: 'one\ntwo', new_text: '1\n2\n2b' })));
    expect(await box.read('a.ts')).toBe('\ufeff1\r\n2\r\n2b\r\nthree\r\n');
  });

  it('says in its headline whether lines are added or removed', async () => {
    const headline = async (change: Record<string, string>) =>
      (await box.prepare('edit_file', edit(change))).headline;
    expect(await headline({ old_text: 'const b = 2;\n', new_text: '' })).toBe('Remove 1 line from a.ts');
    expect(await headline({ old_text: 'const b', new_text: '// b\n// b\nconst b' })).toBe(
      'Add 2 lines to a.ts',
    );
  });

  it('a file that is missing or not text fails without asking', async () => {
    await box.put('b.bin', Buffer.from([0]));
    const missing = await box.prepare('edit_file', edit({ path: 'nope.ts', old_text: 'x' }));
    expect(missing.foreseenError?.code).toBe('not_found');
    expect((await box.prepare('edit_file', edit({ path: 'b.bin', old_text: 'x' }))).foreseenError?.code).toBe(
      'invalid_target',
    );
  });
});

describe('moving', () => {
  it('moves files of any size and folders, and creates the folders it needs', async () => {
    await box.put('big.bin', Buffer.alloc(5_000_001));
    await box.put('old/a.txt', 'a');
    expectSuccess(await box.approve('move_file', { from: 'big.bin', to: 'x/y/big.bin' }));
    const folder = { from: 'old', to: 'x/new' };
    expect((await box.prepare('move_file', folder)).headline).toBe('Move the folder old to x/new');
    expectSuccess(await box.approve('move_file', folder));
    expect(await box.read('x/new/a.txt')).toBe('a');
    const listing = expectSuccess(await box.execute('list_files', { recursive: true })).modelText;
    expect(listing).toContain('x/y/big.bin  (5 MB)');
    expect(listing).not.toContain('\nold/');
  });

  it('replaces nothing, neither when asked nor when something appears meanwhile', async () => {
    await box.put('a.txt', 'a');
    await box.put('b.txt', 'b');
    await mkdir(box.at('sub'));
    expect((await box.prepare('move_file', { from: 'a.txt', to: 'b.txt' })).foreseenError?.code).toBe(
      'already_exists',
    );
    expect((await box.prepare('move_file', { from: 'a.txt', to: 'sub' })).foreseenError?.message).toContain(
      'sub/a.txt',
    );
    const { targetFingerprint } = await box.prepare('move_file', { from: 'a.txt', to: 'c.txt' });
    await box.put('c.txt', 'c');
    expectFailure(
      await box.execute('move_file', { from: 'a.txt', to: 'c.txt' }, targetFingerprint),
      'target_changed',
    );
    expect([await box.read('a.txt'), await box.read('c.txt')]).toEqual(['a', 'c']);
  });

  it('a folder cannot move into itself, and a missing file or the workspace cannot move', async () => {
    await mkdir(box.at('sub'));
    expect((await box.prepare('move_file', { from: 'sub', to: 'sub/in' })).foreseenError?.code).toBe(
      'invalid_target',
    );
    expect((await box.prepare('move_file', { from: '.', to: 'sub/in' })).foreseenError?.code).toBe(
      'invalid_target',
    );
    expect((await box.prepare('move_file', { from: 'no', to: 'x' })).foreseenError?.code).toBe('not_found');
  });
});

describe('deleting', () => {
  it('shows the content to be deleted, and is high risk', async () => {
    await box.put('old.md', 'one\n'.repeat(750));
    expect(await box.prepare('delete_file', { path: 'old.md' })).toMatchObject({
      headline: 'Delete old.md (3 KB)',
      verdict: { decision: 'ask', risk: 'high' },
      preview: [{ kind: 'diff', change: 'delete', removedLines: 750 }],
    });
    expectSuccess(await box.approve('delete_file', { path: 'old.md' }));
    await expect(box.read('old.md')).rejects.toThrow('ENOENT');
  });

  it('notices a change in a file of any size, also one that sets its time back', async () => {
    await box.put('big.bin', Buffer.alloc(5_000_001));
    await utimes(box.at('big.bin'), 1_700_000_000, 1_700_000_000);
    const call = { path: 'big.bin' };
    const { targetFingerprint } = await box.prepare('delete_file', call);
    const file = await open(box.at('big.bin'), 'r+');
    await file.write('the only copy', 1_000);
    await file.close();
    await utimes(box.at('big.bin'), 1_700_000_000, 1_700_000_000);
    expect(
      await box.toolbox.findChangedTarget({ tool: 'delete_file', parameters: call, targetFingerprint }),
    ).toBe('big.bin');
    expectFailure(await box.execute('delete_file', call, targetFingerprint), 'target_changed');
    expectSuccess(await box.approve('delete_file', call));
  });

  it('deletes an empty folder, never a full one or the workspace', async () => {
    await box.put('full/a.txt', '');
    await mkdir(box.at('empty'));
    expect((await box.prepare('delete_file', { path: 'empty' })).headline).toBe(
      'Delete the empty folder empty',
    );
    expectSuccess(await box.approve('delete_file', { path: 'empty' }));
    expect((await box.prepare('delete_file', { path: 'full' })).foreseenError).toMatchObject({
      code: 'invalid_target',
    });
    expectFailure(await box.execute('delete_file', { path: 'full' }), 'invalid_target');
    expect((await box.prepare('delete_file', { path: '.' })).foreseenError?.code).toBe('invalid_target');
  });
});
