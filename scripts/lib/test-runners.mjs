/** This module asks the two test runners what they would run, and runs them. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { runPackage } from './command.mjs';

/**
 * These are the two parts of the tests. `npm run test:all` runs the files named `*.long.*`, and the generated
 * tests again with ten times as much input.
 * @typedef {'test' | 'all'} Part
 */
const units = {
  test: { args: ['--project', '!long'] },
  all: { args: ['.long.', '.generated.'], env: { GENERATED_RUNS: '10' } },
};
/** `npm test` has the browser tests with this tag. */
const tour = '@tour';
const browsers = { test: ['--grep', tour], all: ['--grep-invert', tour] };
/** Tests with these tags are about the profile for one person, or look into the file of SQLite. */
const local = '@local|@sqlite';

/**
 * Runs the unit and database tests of a part.
 * @param {string} root the project's folder
 * @param {Part} part
 */
export async function runUnitTests(root, part, options) {
  const { args, env } = units[part];
  const reporters = ['--reporter=dot', `--reporter=${reporter('unit')}`];
  return runTests('vitest', ['run', ...args, ...reporters], root, {
    ...options,
    env: { ...options?.env, ...env },
  });
}

/**
 * Runs the database tests of `npm test` on PostgreSQL, but those that are about one kind of database.
 * @param {string} root the project's folder
 */
export async function runDatabaseTests(root, options) {
  const args = ['run', '--reporter=dot', `--reporter=${reporter('unit')}`];
  const env = { ...options?.env, COUNTERSIGN_TEST_DATABASE: 'postgresql' };
  return runTests('vitest', args, root, { ...options, env });
}

/**
 * Runs the tests that kill servers, with all of their kills.
 * @param {string} root the project's folder
 * @param {string} figures the file to which the tests add what they did and found; each part adds a line
 */
export async function runChaosTests(root, figures) {
  // The files run one after the other, so that each server has the machine for itself while a test measures
  // its times.
  const args = ['run', 'tests/chaos', '--no-file-parallelism'];
  args.push('--disable-console-intercept', '--reporter=verbose', `--reporter=${reporter('unit')}`);
  return runTests('vitest', args, root, { env: { CHAOS: 'full', CHAOS_FIGURES: figures } });
}

/**
 * Runs the tests that kill, stop and restart three built servers on one PostgreSQL database, in their long form.
 * @param {string} root the project's folder
 * @param {string} figures as for `runChaosTests`
 */
export async function runServersChaosTests(root, figures) {
  const files = ['e2e/rolling-restart.spec.ts', 'e2e/servers-chaos.spec.ts'];
  const args = ['test', ...files, `--reporter=list,${reporter('browser')}`];
  return runTests('playwright', args, root, { env: { CHAOS: 'full', CHAOS_FIGURES: figures } });
}

/**
 * Runs the browser tests of a part on the built app.
 * @param {string} root the project's folder
 * @param {Part} part
 */
export async function runBrowserTests(root, part, options) {
  const args = ['test', ...browsers[part], `--reporter=list,${reporter('browser')}`];
  return runTests('playwright', args, root, options);
}

/**
 * Runs the browser tests of `npm test` on the server of a team, whose database is PostgreSQL.
 * @param {string} root the project's folder
 */
export async function runTeamTests(root, options) {
  const args = ['test', ...browsers.test, '--grep-invert', local, `--reporter=list,${reporter('browser')}`];
  const env = { ...options?.env, COUNTERSIGN_TEST_PROFILE: 'team', COUNTERSIGN_TEST_DATABASE: 'postgresql' };
  return runTests('playwright', args, root, { ...options, env });
}

/**
 * Runs the tests of live streams on the built app, with all of their viewers.
 * @param {string} root the project's folder
 */
export async function runStreamTests(root) {
  const args = ['test', 'e2e/streams.spec.ts', `--reporter=list,${reporter('browser')}`];
  return runTests('playwright', args, root, { env: { STREAMS: 'full' } });
}

/**
 * Runs one runner and counts its tests. A test that did not pass has failed, whether it ran or not. A runner
 * that ended badly, or ran no test, has failed as well.
 */
async function runTests(runner, args, root, { quiet = false, env = {} } = {}) {
  return withReport(async (file) => {
    const { code, output } = await runPackage(runner, args, {
      cwd: root,
      quiet,
      env: { ...env, COUNTERSIGN_TEST_REPORT: file },
    });
    const report = readReport(file, runner, output);
    const results = report.map((test) => ({ ...test, file: toRelative(root, test.file) }));
    const passed = results.filter((test) => test.isPassed);
    const problems = results
      .filter((test) => !test.isPassed)
      .map((test) => `did not pass: ${test.file}: ${test.title}${quoteError(test.error)}`);
    if (results.length === 0) problems.push('no test ran');
    if (problems.length === 0 && code !== 0) problems.push(`the runner ended with code ${code}`);
    return { passedTests: passed, passed: passed.length, failed: problems.length, problems };
  });
}

/** Returns the first lines of an error, without colors, indented below the name of its test. */
function quoteError(error) {
  const lines = stripVTControlCharacters(error ?? '')
    .trim()
    .split('\n')
    .slice(0, 8);
  return error ? lines.map((line) => `\n    ${line.slice(0, 300)}`).join('') : '';
}

function reporter(kind) {
  return fileURLToPath(new URL(`./${kind}-reporter.mjs`, import.meta.url));
}

/**
 * Lists the tests that both runners would run in both parts, without running them. It leaves out skipped
 * tests.
 * @param {string} root the project's folder
 * @returns {Promise<{ file: string, title: string }[]>}
 */
export async function listTests(root) {
  return [...(await listUnitTests(root)), ...(await listBrowserTests(root))];
}

async function listUnitTests(root) {
  return withReport(async (file) => {
    const args = ['list', '--static-parse', `--json=${file}`];
    const { output } = await runPackage('vitest', args, { cwd: root, quiet: true });
    const tests = readReport(file, 'vitest', output);
    return tests.map((test) => ({ file: toRelative(root, test.file), title: test.name.split(' > ').at(-1) }));
  });
}

async function listBrowserTests(root) {
  return withReport(async (file) => {
    const { output } = await runPackage('playwright', ['test', '--list', '--reporter=json'], {
      cwd: root,
      quiet: true,
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
    });
    const { config, suites } = readReport(file, 'Playwright', output);
    return listSpecs(suites)
      .filter((spec) => spec.tests.every((test) => test.expectedStatus === 'passed'))
      .map((spec) => ({ file: toRelative(root, path.join(config.rootDir, spec.file)), title: spec.title }));
  });
}

/** Lists every spec of these suites and of the suites inside them. */
function listSpecs(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...listSpecs(suite.suites ?? [])]);
}

function toRelative(root, file) {
  return path.relative(root, file).split(path.sep).join('/');
}

async function withReport(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-tests-'));
  try {
    return await work(path.join(folder, 'report.json'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file, runner, output) {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  throw new Error(`${runner} wrote no report.\n${output}`.trim());
}
