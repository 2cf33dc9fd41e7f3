import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { summarize } from './lib/chaos-summary.mjs';
import { build, prepare } from './lib/prepare.mjs';
import { elapsed, say } from './lib/report.mjs';

/**
 * Runs every kill of `docs/reliability.md` and prints its figures. The last line counts the tests. The word
 * `servers` runs only what three servers on PostgreSQL do.
 */
const isOfServers = process.argv[2] === 'servers';
await prepare();
await build();
const { runChaosTests, runServersChaosTests } = await import('./lib/test-runners.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-figures-'));
const figures = path.join(folder, 'parts');
const suites = isOfServers ? [runServersChaosTests] : [runChaosTests, runServersChaosTests];
const total = { passed: 0, failed: 0, problems: [] };
for (const runSuite of suites) {
  const { passed, failed, problems } = await runSuite(process.cwd(), figures);
  total.passed += passed;
  total.failed += failed;
  total.problems.push(...problems);
}
const parts = existsSync(figures)
  ? readFileSync(figures, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
rmSync(folder, { recursive: true });
say('');
for (const { text } of parts.flatMap(({ faults }) => faults)) say(`- ${text}`);
for (const problem of total.problems) say(`- ${problem}`);
for (const line of summarize(parts)) say(line);
say(`\nTook ${elapsed()}.`);
say(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
