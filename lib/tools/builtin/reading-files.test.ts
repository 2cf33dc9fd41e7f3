import { mkdir, symlink } from 'node:fs/promises';
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

describe('listing', () => {
  it('gives paths relative to the workspace, folders before their contents, in a fixed order', async () => {
    await box.put('b.md', 'x'.repeat(1_234));
    await box.put('a/c.md', '');
    await box.put('a/deep/d.md', 'x');
    const outcome = expectSuccess(await box.execute('list_files', { path: '.', recursive: true }));
    expect(outcome.summary).toBe('3 files, 2 folders');
    expect(outcome.modelText.split('\n').slice(1)).toEqual([
      'a/',
      'a/c.md  (0 bytes)',
      'a/deep/',
      'a/deep/d.md  (1 byte)',
      'b.md  (1.2 KB)',
    ]);
    const flat = expectSuccess(await box.execute('list_files', { path: 'a' }));
    expect(flat.modelText).toBe('a: 1 file, 1 folder\na/c.md  (0 bytes)\na/deep/');
  });

  it('of names that no tool takes says so, and every other name can be given back', async () => {
    const closed = '[No tool opens a name with a control character: rename it with run_command.]';
    const names = ['"e".txt', 'c\u2028d.txt', 'f g\u202f.txt'];
    for (const name of names) await box.put(name, 'budget');
    const list = async () =>
      expectSuccess(await box.execute('list_files', {}))
        .modelText.split('\n')
        .slice(1);
    const find = async () => expectSuccess(await box.execute('search_files', { query: 'budget' })).modelText;
    const shown = (await list()).map((line) => line.replace(/ {2}\(6 bytes\)$/, ''));
    expect(shown).toEqual(names);
    for (const path of shown) expectSuccess(await box.execute('read_file', { path }));
    expect(await find()).not.toContain(closed);
    await box.put('a\nb.txt', 'budget');
    expect((await list()).at(-1)).toBe(closed);
    expect((await find()).split('\n').at(-1)).toBe(closed);
    expectFailure(await box.execute('read_file', { path: 'a\nb.txt' }), 'invalid_target');
  });

  it('names heavy folders and links without opening them, and says so', async () => {
    await box.put('node_modules/x/index.js', '');
    await symlink(box.outsideDir, box.at('out'));
    const { modelText } = expectSuccess(await box.execute('list_files', { recursive: true }));
    expect(modelText).toContain('node_modules/  (not looked into)');
    expect(modelText).toContain('out  (link, not followed)');
    expect(modelText).not.toContain('index.js');
    expect(
      expectSuccess(await box.execute('list_files', { path: 'node_modules', recursive: true })).modelText,
    ).toContain('node_modules/x/index.js');
  });

  it('is bounded for the model, with a note on the omitted part, and complete for a person', async () => {
    for (let index = 0; index < 900; index += 1) await box.put(`many/${'n'.repeat(30)}-${index}.txt`, '');
    const { modelText, detail } = expectSuccess(await box.execute('list_files', { path: 'many' }));
    expect(modelText.length).toBeLessThan(16_300);
    expect(modelText).toMatch(/characters left out here\. List a subfolder/);
    expect(detail.kind === 'entries' && detail.entries.length).toBe(900);
  });

  it('a missing folder and a file are errors', async () => {
    await box.put('a.txt', '');
    expectFailure(await box.execute('list_files', { path: 'nowhere' }), 'not_found');
    expect(expectFailure(await box.execute('list_files', { path: 'a.txt' }), 'invalid_target')).toContain(
      'a.txt',
    );
  });
});

describe('reading a file', () => {
  it('numbers the lines for the model; the person gets the text as it is', async () => {
    await box.put('notes/plan.md', '\ufeff# Plan\r\n\r\n- one\r\n');
    const outcome = expectSuccess(await box.execute('read_file', { path: 'notes/plan.md' }));
    expect(outcome.modelText).toBe('notes/plan.md, lines 1 to 3 of 3:\n1\t# Plan\n2\t\n3\t- one');
    expect(outcome.detail).toMatchObject({
      kind: 'text',
      text: '\ufeff# Plan\r\n\r\n- one\r\n',
      language: 'markdown',
    });
    expect(outcome.summary).toBe('20 bytes');
  });

  it('gives the requested lines and says where to continue', async () => {
    await box.put('long.txt', Array.from({ length: 100 }, (_, index) => `line ${index + 1}`).join('\n'));
    const some = expectSuccess(
      await box.execute('read_file', { path: 'long.txt', start_line: 98, line_count: 2 }),
    );
    expect(some.modelText).toBe(
      'long.txt, lines 98 to 99 of 100:\n98\tline 98\n99\tline 99\n[Lines 100 to 100 left out. Go on with start_line 100.]',
    );
    expect(some.summary).toBe('2 lines of 100');
    expectFailure(await box.execute('read_file', { path: 'long.txt', start_line: 101 }), 'invalid_target');
  });

  it('a long file is read in parts that fit together', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `${index} ${'x'.repeat(index % 50)}`);
    await box.put('long.txt', `${lines.join('\n')}\n`);
    const collected: string[] = [];
    let start: number | null = 1;
    while (start !== null) {
      const { modelText } = expectSuccess(
        await box.execute('read_file', { path: 'long.txt', start_line: start }),
      );
      expect(modelText.length).toBeLessThan(16_300);
      collected.push(...Array.from(modelText.matchAll(/^\d+\t(.*)$/gm), (match) => match[1] ?? ''));
      start = Number(/Go on with start_line (\d+)/.exec(modelText)?.[1] ?? 0) || null;
    }
    expect(collected).toEqual(lines);
  });

  it('an endless line is cut', async () => {
    await box.put('one.json', 'x'.repeat(500_000));
    const { modelText } = expectSuccess(await box.execute('read_file', { path: 'one.json' }));
    expect(modelText).toContain(
      '[… 498,000 more characters in this line: start_line 1, start_character 2001]',
    );
  });

  it('says that a file is empty, missing, a folder, not text or too large', async () => {
    await box.put('empty', '');
    await box.put('Plan.md', '');
    await box.put('picture.png', Buffer.from([0x89, 0x50, 0, 1]));
    await box.put('latin.txt', Buffer.from([0x66, 0xfc, 0x72]));
    await box.put('huge.log', Buffer.alloc(5_000_001, 'x'));
    await mkdir(box.at('sub'));
    expect(expectSuccess(await box.execute('read_file', { path: 'empty' })).modelText).toBe(
      'empty is empty.',
    );
    expect(expectFailure(await box.execute('read_file', { path: 'plan.txt' }), 'not_found')).toBe(
      'There is no file plan.txt. Did you mean Plan.md?',
    );
    expectFailure(await box.execute('read_file', { path: 'sub' }), 'invalid_target');
    expectFailure(await box.execute('read_file', { path: '.' }), 'invalid_target');
    expect(
      expectFailure(await box.execute('read_file', { path: 'picture.png' }), 'invalid_target'),
    ).toContain('not UTF-8');
    expectFailure(await box.execute('read_file', { path: 'latin.txt' }), 'invalid_target');
    expect(expectFailure(await box.execute('read_file', { path: 'huge.log' }), 'too_large')).toContain(
      '5 MB',
    );
    expectFailure(await box.execute('read_file', { path: '../outside/secret.txt' }), 'outside_workspace');
  });
});

describe('searching', () => {
  it('reads every file of a large tree, and names the folders it did not look into', async () => {
    const deep = Array.from({ length: 22 }, (_, index) => `d${index}`);
    const folders = Array.from({ length: 110 }, (_, index) => `many/f${index}`);
    await Promise.all(folders.map((folder) => box.put(`${folder}/last.txt`, 'rare words')));
    await box.put(`${deep.join('/')}/hidden.txt`, 'rare words');
    await Promise.all(
      folders.flatMap((folder) =>
        Array.from({ length: 100 }, (_, index) => box.put(`${folder}/${index}.txt`, 'x')),
      ),
    );
    const { summary, modelText } = expectSuccess(await box.execute('search_files', { query: 'RARE' }));
    expect(summary).toBe('110 matches in 110 files');
    expect(modelText).toContain(`[Not looked into: ${deep.slice(0, 20).join('/')}/]`);
  });

  it('gives path, line and text of each matching line', async () => {
    await box.put('a.md', 'Budget\nnothing\nthe budget is 5\n');
    await box.put('b/c.md', 'a BUDGET\r\n');
    await box.put('b/skip.bin', Buffer.from([0, 1]));
    await box.put('.git/config', 'budget');
    const outcome = expectSuccess(await box.execute('search_files', { query: 'budget' }));
    expect(outcome.summary).toBe('3 matches in 2 files');
    expect(outcome.modelText.split('\n')).toEqual([
      '3 matches in 2 files.',
      'a.md:1: Budget',
      'a.md:3: the budget is 5',
      'b/c.md:1: a BUDGET',
      '[Not looked into: .git/]',
      '[1 file left out: not text, too large, closed to tools, or named like a file with secrets]',
    ]);
    const exact = { query: 'budget', path: 'a.md', case_sensitive: true };
    expect(expectSuccess(await box.execute('search_files', exact)).summary).toBe('1 match in 1 file');
  });

  it('a query is plain text, never a pattern', async () => {
    await box.put('a.md', 'a.b\naxb\n(a+)+$\n');
    expect(expectSuccess(await box.execute('search_files', { query: 'a.b' })).modelText).toContain('1 match');
    expect(expectSuccess(await box.execute('search_files', { query: '(a+)+$' })).modelText).toContain(
      'a.md:3',
    );
    expect(expectSuccess(await box.execute('search_files', { query: 'zzz' })).modelText).toBe('No matches.');
  });

  it('is bounded in matches and in the length of a line', async () => {
    await box.put('many.txt', 'match\n'.repeat(2_000));
    await box.put('wide.txt', `${'x'.repeat(100_000)}needle${'y'.repeat(100_000)}`);
    const many = expectSuccess(await box.execute('search_files', { query: 'match' }));
    expect(many.summary).toBe('The first 500 matches in 1 file');
    expect(many.modelText).toContain('[There is more');
    const wide = expectSuccess(await box.execute('search_files', { query: 'NEEDLE' }));
    expect(wide.modelText).toContain('needle');
    expect(wide.modelText.length).toBeLessThan(500);
  });
});
