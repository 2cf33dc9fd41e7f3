import { run, runPackage } from './lib/command.mjs';
import { prepare } from './lib/prepare.mjs';
import { elapsed, say, stop } from './lib/report.mjs';

await prepare('checking');

const stages = [
  ['Types', () => runPackage('tsc', ['--noEmit', '-p', '.'], { quiet: true })],
  ['Lint and format', () => runPackage('biome', ['check', '--error-on-warnings', '.'], { quiet: true })],
  ['Import rules', () => run(process.execPath, ['scripts/check-imports.mjs'], { quiet: true })],
  ['Transactions', () => run(process.execPath, ['scripts/check-writes.mjs'], { quiet: true })],
  ['Unused files, exports and packages', () => runPackage('knip', [], { quiet: true })],
  ['Database client', () => run(process.execPath, ['scripts/check-client.mjs'], { quiet: true })],
  ['Scenarios', () => run(process.execPath, ['scripts/check-scenarios.mjs'], { quiet: true })],
];

/** Runs every check that does not need the app. */
for (const [name, check] of stages) {
  const since = Date.now();
  const { code, output } = await check();
  if (code !== 0) stop(`${name}: failed\n\n${output.trim()}`);
  say(`${name}: ok (${elapsed(since)})`);
}
