import { build, prepare } from './lib/prepare.mjs';
import { elapsed, say } from './lib/report.mjs';

/** Runs every viewer of `docs/reliability.md` and prints the figures. The last line counts the tests. */
await prepare('checking');
await build();
const { runStreamTests } = await import('./lib/test-runners.mjs');
const { passed, failed, problems } = await runStreamTests(process.cwd());
for (const problem of problems) say(`- ${problem}`);
say(`\nTook ${elapsed()}.`);
say(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
