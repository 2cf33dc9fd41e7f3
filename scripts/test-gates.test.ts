import { describe, expect, it } from 'vitest';
import { findUnproved, readScenarios } from './lib/scenarios.mjs';
import { listTests, runBrowserTests, runUnitTests } from './lib/test-runners.mjs';
import { createFixtureProject } from './testing/fixture-project';

/** These small projects have faults. The stages of `npm test` and `npm run check` must name each fault. */

const unitImports = "import { describe, expect, it } from 'vitest';\n";
const browserImports = "import { expect, test } from '@playwright/test';\n";
const passing = "it('holds', () => { expect(1).toBe(1); });\n";
const firstLine = (problem: string) => problem.split('\n')[0];
const passingInBrowser = "test('holds', () => { expect(1).toBe(1); });\n";

describe('the stage of unit tests', () => {
  const run = async (files: Record<string, string>) =>
    runUnitTests(await createFixtureProject(files), { quiet: true });

  it('passes when every test ran and passed', async () => {
    expect(await run({ 'lib/a.test.ts': unitImports + passing })).toMatchObject({ passed: 1, failed: 0 });
  });

  it('passes when a module is replaced for its tests', async () => {
    const imports = "import { expect, it, vi } from 'vitest';\nimport { b } from './b';\n";
    const files = {
      'lib/b.ts': 'export const b = 1;',
      'lib/a.test.ts': `${imports}vi.mock('./b', () => ({ b: 2 }));\nit('holds', () => { expect(b).toBe(2); });`,
    };
    expect(await run(files)).toMatchObject({ passed: 1, failed: 0, problems: [] });
  });

  it('fails for each test that did not run and pass', async () => {
    const { passed, problems } = await run({
      'lib/a.test.ts': `${unitImports}${passing}
        it.skip('skipped', () => { expect(1).toBe(1); });
        describe.skip('group', () => { it('skipped with its group', () => { expect(1).toBe(1); }); });
        it('skipped while it runs', (context) => { context.skip(); });
        it.todo('todo');
        it('without an expectation', () => {});
        it.fails('expected to fail', () => { expect(1).toBe(2); });
        describe('group', { fails: true }, () => { it('expected to fail with its group', () => { expect(1).toBe(2); }); });
        let tries = 0;
        it('passed on its second try', { retry: 1 }, () => { tries += 1; expect(tries).toBe(2); });
        it('red', () => { expect(1).toBe(2); });`,
    });
    expect(passed).toBe(1);
    expect(problems.map(firstLine)).toEqual(
      [
        'skipped',
        'skipped with its group',
        'skipped while it runs',
        'todo',
        'without an expectation',
        'expected to fail',
        'expected to fail with its group',
        'passed on its second try',
        'red',
      ].map((title) => `did not pass: lib/a.test.ts: ${title}`),
    );
    expect(problems.at(-1)).toContain('expected 1 to be 2');
  });

  it('fails for a focused test, which would leave out the others', async () => {
    const focused = "it.only('focused', () => { expect(1).toBe(1); });";
    expect((await run({ 'lib/a.test.ts': unitImports + passing + focused })).failed).toBeGreaterThan(0);
  });

  it('fails for a test that is written but never declared to the runner', async () => {
    const { passed, problems } = await run({
      'lib/a.test.ts': `${unitImports}${passing}
        const none: number[] = [];
        it.each(none)('for each of none', () => { expect(1).toBe(1); });
        for (const one of none) it('in a loop over none', () => { expect(one).toBe(1); });
        if (none.length > 0) it('in a branch', () => { expect(1).toBe(1); });
        describe.each(none)('group', () => { it('in a group for each of none', () => { expect(1).toBe(1); }); });
        describe('a name', () => { for (const one of [1, 2]) it(\`one \${one}\`, () => { expect(/o/.test('one')).toBe(true); }); });`,
    });
    expect(passed).toBe(3);
    expect(problems).toEqual(
      ['for each of none', 'in a loop over none', 'in a branch', 'group', 'in a group for each of none'].map(
        (title) => `ran no test: lib/a.test.ts: ${title}`,
      ),
    );
  });

  it('fails for a test file that the runner does not collect, and names it', async () => {
    const test = unitImports + passing;
    const { problems } = await run({ 'lib/a.test.ts': test, 'elsewhere/b.test.ts': test });
    expect(problems).toEqual(['was not collected: elsewhere/b.test.ts']);
  });

  it('fails for a file that cannot be loaded, for an error outside tests, and without a report', async () => {
    const broken = { 'lib/a.test.ts': unitImports + passing, 'lib/b.test.ts': "throw new Error('broken');" };
    expect((await run(broken)).problems).toEqual(['was not collected: lib/b.test.ts']);
    const rejecting = `${unitImports}void Promise.reject(new Error('lost'));\n${passing}`;
    expect((await run({ 'lib/a.test.ts': rejecting })).problems).toEqual(['the runner ended with code 1']);
    await expect(run({ 'vitest.config.ts': 'throw new Error();' })).rejects.toThrow('no report');
  });
});

describe('the stage of browser tests', () => {
  const run = async (files: Record<string, string>) =>
    runBrowserTests(await createFixtureProject(files), { quiet: true });

  it('fails for each test that did not run and pass, and for a file that is not collected', async () => {
    const { passed, problems } = await run({
      'e2e/a.spec.ts': `${browserImports}${passingInBrowser}
        test.skip('skipped', () => { expect(1).toBe(1); });
        test.fixme('to be fixed', () => { expect(1).toBe(1); });
        test.fail('expected to fail', () => { expect(1).toBe(2); });
        test('without an expectation', () => {});
        test('with one in a step', async () => { await test.step('step', () => { expect(1).toBe(1); }); });
        for (const one of [] as number[]) test('in a loop over none', () => { expect(one).toBe(1); });
        test('red', () => { expect(1).toBe(2); });`,
      'elsewhere/b.spec.ts': browserImports + passingInBrowser,
    });
    expect(passed).toBe(2);
    expect(problems.at(4)).toContain('Expected: 2');
    expect(problems.map(firstLine)).toEqual([
      ...['skipped', 'to be fixed', 'expected to fail', 'without an expectation', 'red'].map(
        (title) => `did not pass: e2e/a.spec.ts: ${title}`,
      ),
      'ran no test: e2e/a.spec.ts: in a loop over none',
      'was not collected: elsewhere/b.spec.ts',
    ]);
  });

  it('fails for a focused test, which would leave out the others', async () => {
    const focused = "test.only('focused', () => { expect(1).toBe(1); });";
    const { failed } = await run({ 'e2e/a.spec.ts': browserImports + passingInBrowser + focused });
    expect(failed).toBeGreaterThan(0);
  });
});

describe('the check of scenarios', () => {
  it('accepts only a test with the given file and title', async () => {
    const root = await createFixtureProject({
      'lib/a.test.ts': `${unitImports}describe('group', () => { ${passing} });
        // it('in a comment', () => {});
        it.skip('skipped', () => {});
        describe.skip('skipped group', () => { it('in a skipped group', () => {}); });`,
      'e2e/a.spec.ts': `${browserImports}test.describe('group', () => { ${passingInBrowser} });
        // test('in a comment', () => {});
        test.skip('skipped', () => {});
        test.describe.skip('skipped group', () => { test('in a skipped group', () => {}); });`,
    });
    const tests = await listTests(root);
    const unproved = ['lib/a.test.ts', 'e2e/a.spec.ts', 'lib/b.test.ts'].map((file) =>
      ['holds', 'hold', 'group', 'in a comment', 'skipped', 'in a skipped group'].filter((title) => {
        const scenarios = readScenarios(`| A scenario | \`${file}\` | ${title} |`);
        return findUnproved(scenarios, tests).length > 0;
      }),
    );
    const noTest = ['hold', 'group', 'in a comment', 'skipped', 'in a skipped group'];
    expect(unproved).toEqual([noTest, noTest, ['holds', ...noTest]]);
  });

  it.each(['is $kind', 'is %s'])('the title of a table of tests is no test: %j', (title) => {
    const file = 'lib/a.test.ts';
    expect(findUnproved([{ scenario: 'A scenario', file, title }], [{ file, title }])).toHaveLength(1);
  });
});
