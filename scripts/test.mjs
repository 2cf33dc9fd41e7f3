import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, prepare } from './lib/prepare.mjs';
import { elapsed, say } from './lib/report.mjs';

/**
 * Everything that must pass: types, lint, import rules, unit and database tests, the build, browser tests. The last line
 * is the sum of the runners' own counts; a stage that breaks, or that ran no test, counts as one failure.
 */
await prepare();
const { run, runPackage } = await import('./lib/command.mjs');
const { findBrowser } = await import('./lib/browser.mjs');

const reports = mkdtempSync(path.join(tmpdir(), 'countersign-test-'));
const total = { passed: 0, failed: 0 };

await stage('Checks', async () => {
  const { code } = await run(process.execPath, ['scripts/check.mjs']);
  return code === 0 ? { passed: 0, failed: 0 } : { passed: 0, failed: 1 };
});

await stage('Unit and database tests', async () => {
  const report = path.join(reports, 'unit.json');
  const { code } = await runPackage('vitest', [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'));
  return count(numPassedTests, numFailedTests, code);
});

await stage('Browser tests', async () => {
  const browser = await findBrowser();
  await build();
  const report = path.join(reports, 'browser.json');
  const { code } = await runPackage('playwright', ['test', '--reporter=list,json'], {
    env: { COUNTERSIGN_TEST_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const { stats } = JSON.parse(readFileSync(report, 'utf8'));
  return count(stats.expected, stats.unexpected + stats.flaky + stats.skipped, code);
});

say(`\nTook ${elapsed()}.`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

/** A runner that saw no test, or ended badly without a failed one, has failed. */
function count(passed, failed, code) {
  const isBroken = passed === 0 || (code !== 0 && failed === 0);
  return { passed, failed: isBroken ? failed + 1 : failed };
}

async function stage(name, work) {
  say(`\n${name} …`);
  const since = Date.now();
  let result;
  try {
    result = await work();
  } catch (error) {
    say(String(error));
    result = { passed: 0, failed: 1 };
  }
  total.passed += result.passed;
  total.failed += result.failed;
  say(`${name}: ${result.failed === 0 ? 'ok' : 'FAILED'} (${elapsed(since)})`);
}
