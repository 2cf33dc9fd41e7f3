import { readFileSync } from 'node:fs';
import { build, prepare } from './lib/prepare.mjs';
import { elapsed, say } from './lib/report.mjs';

/**
 * Runs everything that must pass: types, lint, import rules, unit and database tests, the build, browser
 * tests, and the test of every scenario. The last line adds up the runners' own counts. A test that did not
 * run has failed, and so has a stage that breaks.
 */
await prepare('checking');
const root = process.cwd();
const { run } = await import('./lib/command.mjs');
const { findBrowser } = await import('./lib/browser.mjs');
const { findUnproved, readScenarios } = await import('./lib/scenarios.mjs');
const { runBrowserTests, runUnitTests } = await import('./lib/test-runners.mjs');

const total = { passed: 0, failed: 0 };
const passedTests = [];
const failedStages = [];

await stage('Checks', async () => {
  const { code } = await run(process.execPath, ['scripts/check.mjs']);
  return { passed: 0, failed: code === 0 ? 0 : 1, problems: [] };
});

await stage('Unit and database tests', () => runUnitTests(root));

await stage('Browser tests', async () => {
  const browser = await findBrowser();
  await build();
  return runBrowserTests(root, { env: { COUNTERSIGN_TEST_BROWSER: browser } });
});

await stage('Scenarios', () => {
  const problems = findUnproved(readScenarios(readFileSync('docs/scenarios.md', 'utf8')), passedTests);
  return { passed: 0, failed: problems.length, problems };
});

// The problems come again here, because a person who reads a long output reads its end.
for (const { name, problems } of failedStages) say(`\n${[`${name}: FAILED`, ...problems].join('\n- ')}`);
say(`\nTook ${elapsed()}.`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

async function stage(name, work) {
  say(`\n${name} …`);
  const since = Date.now();
  let result;
  try {
    result = await work();
  } catch (error) {
    result = { passed: 0, failed: 1, problems: [error instanceof Error ? error.message : String(error)] };
  }
  for (const problem of result.problems) say(`- ${problem}`);
  passedTests.push(...(result.results ?? []).filter((test) => test.isPassed));
  total.passed += result.passed;
  total.failed += result.failed;
  if (result.failed > 0) failedStages.push({ name, problems: result.problems });
  say(`${name}: ${result.failed === 0 ? 'ok' : 'FAILED'} (${elapsed(since)})`);
}
