import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { summarize } from './lib/chaos-summary.mjs';
import { prepare } from './lib/prepare.mjs';
import { elapsed, say } from './lib/report.mjs';

/** Runs every kill of `docs/reliability.md` and prints its figures. The last line counts the tests. */
await prepare();
const { runChaosTests } = await import('./lib/test-runners.mjs');
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-figures-'));
const figures = path.join(folder, 'parts');
const { passed, failed, problems } = await runChaosTests(process.cwd(), figures);
const parts = existsSync(figures)
  ? readFileSync(figures, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
rmSync(folder, { recursive: true });
say('');
for (const { text } of parts.flatMap(({ faults }) => faults)) say(`- ${text}`);
for (const problem of problems) say(`- ${problem}`);
for (const line of summarize(parts)) say(line);
say(`\nTook ${elapsed()}.`);
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
