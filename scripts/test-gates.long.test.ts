import { describe, expect, it, vi } from 'vitest';
import { findUnproved, readScenarios } from './lib/scenarios.mjs';
import { listTests, runBrowserTests, runUnitTests } from './lib/test-runners.mjs';
import { createFixtureProject } from './testing/fixture-project';

/** These small projects have faults. The stages of the tests and `npm run check` must name each fault. */

const unitImports = "import { describe, expect, it } from 'vitest';\n";
const browserImports = "import { expect, test } from '@playwright/test';\n";
const passing = "it('holds', () => { expect(1).toBe(1); });\n";
const firstLine = (problem: string) => problem.split('\n')[0];
const passingInBrowser = "test('holds', { tag: '@tour' }, () => { expect(1).toBe(1); });\n";

describe('the stage of unit tests', () => {
  const run = async (files: Record<string, string>) =>
    runUnitTests(await createFixtureProject(files), 'test', { quiet: true });

  it('passes when every test ran and passed', async () => {
    expect(await run({ 'lib/a.test.ts': unitImports + passing })).toMatchObject({ passed: 1, failed: 0 });
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

  it('fails for a file that cannot be loaded, for an error outside tests, and without a report', async () => {
    const broken = { 'lib/a.test.ts': unitImports + passing, 'lib/b.test.ts': "throw new Error('broken');" };
    const { problems } = await run(broken);
    expect(problems).toEqual(['did not pass: lib/b.test.ts: the file\n    broken']);
    const rejecting = `${unitImports}void Promise.reject(new Error('lost'));\n${passing}`;
    expect((await run({ 'lib/a.test.ts': rejecting })).problems).toEqual(['the runner ended with code 1']);
    await expect(run({ 'vitest.config.ts': 'throw new Error();' })).rejects.toThrow('no report');
  });
});

describe('the stage of browser tests', () => {
  const run = async (files: Record<string, string>, part: 'test' | 'all' = 'all') =>
    runBrowserTests(await createFixtureProject(files), part, { quiet: true });

  it('fails for each test that did not run and pass', async () => {
    const { passed, problems } = await run({
      'e2e/a.spec.ts': `${browserImports}
        test('holds', () => { expect(1).toBe(1); });
        test.skip('skipped', () => { expect(1).toBe(1); });
        test.fixme('to be fixed', () => { expect(1).toBe(1); });
        test.fail('expected to fail', () => { expect(1).toBe(2); });
        test('without an expectation', () => {});
        test('with one in a step', async () => { await test.step('step', () => { expect(1).toBe(1); }); });
        test('red', () => { expect(1).toBe(2); });`,
    });
    expect(passed).toBe(2);
    expect(problems.at(4)).toContain('Expected: 2');
    expect(problems.map(firstLine)).toEqual(
      ['skipped', 'to be fixed', 'expected to fail', 'without an expectation', 'red'].map(
        (title) => `did not pass: e2e/a.spec.ts: ${title}`,
      ),
    );
  });

  it('fails for a focused test, which would leave out the others', async () => {
    const focused = "test.only('focused', () => { expect(1).toBe(1); });";
    const { failed } = await run({ 'e2e/a.spec.ts': browserImports + passingInBrowser + focused });
    expect(failed).toBeGreaterThan(0);
  });
});

describe('the two parts', () => {
  const titles = ({ passedTests }: { passedTests: { title: string }[] }) =>
    passedTests.map(({ title }) => title);

  it('have every unit test together, and the generated ones twice', async () => {
    // The part that runs this file has set it.
    vi.stubEnv('GENERATED_RUNS', undefined);
    const named = (title: string) => unitImports + passing.replace('holds', title);
    const root = await createFixtureProject({
      'lib/a.test.ts': named('is short'),
      'lib/b.long.test.ts': named('is long'),
      'lib/c.generated.test.ts': `${unitImports}it('is generated', () => {
        expect(process.env['GENERATED_RUNS']).toBe(process.env['IS_ALL'] ? '10' : undefined); });`,
    });
    const inTest = await runUnitTests(root, 'test', { quiet: true });
    expect(titles(inTest).toSorted()).toEqual(['is generated', 'is short']);
    const inAll = await runUnitTests(root, 'all', { quiet: true, env: { IS_ALL: '1' } });
    expect(titles(inAll).toSorted()).toEqual(['is generated', 'is long']);
    vi.unstubAllEnvs();
  });

  it('have every browser test together', async () => {
    const others = "test('is not on the tour', () => { expect(1).toBe(1); });\n";
    const root = await createFixtureProject({ 'e2e/a.spec.ts': browserImports + passingInBrowser + others });
    expect(titles(await runBrowserTests(root, 'test', { quiet: true }))).toEqual(['holds']);
    expect(titles(await runBrowserTests(root, 'all', { quiet: true }))).toEqual(['is not on the tour']);
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
