import { fork } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { toModules } from '../scripts/lib/compile-server.mjs';
import { build as buildApp, prepare } from '../scripts/lib/prepare.mjs';
import { say, stop } from '../scripts/lib/report.mjs';

/**
 * `npm run bench [NAME …]` installs and builds what is missing, runs these benchmarks one after another (all
 * of them by default), and prints each figure with its bar. It ends with 1 when a figure misses its bar or a
 * benchmark fails. docs/performance.md has the figures and says what they mean.
 */
const benches = {
  step: 'what a durable step costs',
  'step-postgresql': 'what it costs on PostgreSQL, beside LangGraph',
  servers: '1, 2 and 4 servers on one PostgreSQL',
  'many-rows': 'pages of 100,000 conversations on PostgreSQL',
  'many-streams': '10,000 streams on one and on three servers',
  'many-runs': 'recovery, outages, 10,000 requests, a small heap',
  pages: 'pages, lists, and how soon a page answers a hand',
  streams: 'viewers, readers that never read, answers without end',
  door: 'slow connections, floods, fuzzed requests, and readers that never read',
  counts: 'what counting the requests of clients costs',
  parse: 'reading replies, and the estimate of tokens',
  ending: 'from SIGTERM to the end, on SQLite and PostgreSQL',
  takeover: 'from the death of one of two servers to the other driving its runs',
  start: 'time and memory of a start, and the JavaScript of each page',
  'long-data': 'how long heavy work keeps the event loop',
  lighthouse: 'Lighthouse on three pages',
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0)
  stop(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
await prepare('checking');
await buildApp();
const names = asked.length > 0 ? asked : Object.keys(benches);
const missed = [];
for (const [index, name] of names.entries()) {
  say(`\n${name} (${index + 1} of ${names.length}): ${benches[name]}`);
  const since = performance.now();
  const code = await runBench(name);
  if (code !== 0) missed.push(`${name} ended with ${code}`);
  const seconds = Math.round((performance.now() - since) / 1_000);
  say(`${seconds} s on ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}, Node ${process.version}`);
}
say(missed.length === 0 ? '\nEvery bar is met.' : `\nMissed:\n${missed.join('\n')}`);
process.exitCode = missed.length === 0 ? 0 : 1;

async function runBench(name) {
  const [file, execArgv] =
    name === 'step' || name === 'step-postgresql'
      ? [await compileStep(name), ['--enable-source-maps']]
      : [`bench/${name}.ts`, ['--import', 'tsx']];
  const child = fork(file, { execArgv });
  child.on('message', (figure) => {
    const isMissed = !meets(figure);
    if (isMissed) missed.push(`${name}: ${figure.name}`);
    say(toRow(figure, isMissed));
  });
  return new Promise((resolve) => child.once('close', resolve));
}

/** Compiles a benchmark of steps like the server: a function that the code creates costs more under `tsx`. */
async function compileStep(name) {
  // The import is here because `prepare` installs this package.
  const { build } = await import('esbuild');
  const outdir = path.join('dist', 'bench');
  const entryPoints = [`bench/${name}.ts`, 'bench/step/young-worker.ts'];
  await build({ entryPoints, outdir, entryNames: '[name]', ...toModules });
  return path.join(outdir, `${name}.mjs`);
}

function meets({ value, bar }) {
  if (!bar) return true;
  return bar.most === undefined ? value >= bar.least : value <= bar.most;
}

function toRow({ name, value, unit, bar }, isMissed) {
  const toText = (number) => number.toFixed(Number.isInteger(number) || number >= 10 ? 0 : 2);
  const limit = bar && (bar.most === undefined ? `≥ ${toText(bar.least)}` : `≤ ${toText(bar.most)}`);
  const verdict = bar ? (isMissed ? 'missed' : 'ok') : '';
  return `  ${name.padEnd(62)}${`${toText(value)} ${unit}`.padStart(14)}${(limit ?? '').padStart(10)}  ${verdict}`.trimEnd();
}
