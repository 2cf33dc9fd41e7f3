import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, prepare } from './lib/prepare.mjs';
import { elapsed, say } from './lib/report.mjs';

/**
 * `npm test` runs what everyone runs before a commit: types, lint, import rules, unit and database tests,
 * the build, and one pass through the browser that uses every feature once. `npm run test:all` (`all`) runs
 * the rest. The last line adds up the runners' own counts. A test that did not run has failed, and so has a
 * stage that breaks.
 */
const part = process.argv[2] === 'all' ? 'all' : 'test';
await prepare('checking');
const root = process.cwd();
const { run } = await import('./lib/command.mjs');
const { findBrowser } = await import('./lib/browser.mjs');
const { findUnproved, passedFile, readScenarios } = await import('./lib/scenarios.mjs');
const { runBrowserTests, runDatabaseTests, runTeamTests, runUnitTests } = await import(
  './lib/test-runners.mjs'
);

rmSync(passedFile(part), { force: true });
const total = { passed: 0, failed: 0 };
const passedTests = [];
const failedStages = [];

if (part === 'test')
  await stage('Checks', async () => {
    const { code } = await run(process.execPath, ['scripts/check.mjs']);
    return { passed: 0, failed: code === 0 ? 0 : 1, problems: [] };
  });

await stage('Unit and database tests', () => runUnitTests(root, part));

if (part === 'all') await stage('Database tests on PostgreSQL', () => runDatabaseTests(root));

await stage('Browser tests', async () => {
  const browser = await findBrowser();
  await build();
  return runBrowserTests(root, part, { env: { COUNTERSIGN_TEST_BROWSER: browser } });
});

if (part === 'all')
  await stage('Browser tests on the server of a team, on PostgreSQL', async () =>
    runTeamTests(root, { env: { COUNTERSIGN_TEST_BROWSER: await findBrowser() } }),
  );

mkdirSync(path.dirname(passedFile(part)), { recursive: true });
writeFileSync(passedFile(part), JSON.stringify(passedTests));
const rows = readScenarios(readFileSync('docs/scenarios.md', 'utf8'));
const proved = rows.length - findUnproved(rows, passedTests).length;
say(`\nScenarios: ${proved} of ${rows.length} passed here.`);

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
  passedTests.push(...(result.passedTests ?? []));
  total.passed += result.passed;
  total.failed += result.failed;
  if (result.failed > 0) failedStages.push({ name, problems: result.problems });
  say(`${name}: ${result.failed === 0 ? 'ok' : 'FAILED'} (${elapsed(since)})`);
}
