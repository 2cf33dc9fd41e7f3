/** This module asks the two test runners what they would run, and runs them. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runPackage } from './command.mjs';
import { countResults, findTestFiles, listSpecs, readResults, toRelative } from './test-results.mjs';

/** @typedef {import('./test-results.mjs').TestResult} TestResult */

/**
 * Runs the unit and database tests.
 * @param {string} root the project's folder
 */
export async function runUnitTests(root, options) {
  const args = ['run', '--includeTaskLocation', '--reporter=dot', `--reporter=${reporter('unit')}`];
  return runTests('vitest', args, root, /\.test\.tsx?$/, options);
}

/**
 * Runs the tests that kill servers, with all of their kills.
 * @param {string} root the project's folder
 * @param {string} figures the file to which the tests add what they did and found; each part adds a line
 */
export async function runChaosTests(root, figures) {
  // The files run one after the other, so that each server has the machine for itself while a test measures
  // its times.
  const args = ['run', 'lib/testing/chaos', '--no-file-parallelism', '--includeTaskLocation'];
  args.push('--disable-console-intercept', '--reporter=verbose', `--reporter=${reporter('unit')}`);
  return runTests('vitest', args, root, /\/chaos\/[^/]+\.db\.test\.ts$/, {
    env: { CHAOS: 'full', CHAOS_FIGURES: figures },
  });
}

/**
 * Runs the browser tests on the built app.
 * @param {string} root the project's folder
 */
export async function runBrowserTests(root, options) {
  const args = ['test', `--reporter=list,${reporter('browser')}`];
  return runTests('playwright', args, root, /\.spec\.tsx?$/, options);
}

/**
 * Runs the tests of live streams on the built app, with all of their viewers.
 * @param {string} root the project's folder
 */
export async function runStreamTests(root) {
  const args = ['test', 'e2e/streams.spec.ts', `--reporter=list,${reporter('browser')}`];
  return runTests('playwright', args, root, /\bstreams\.spec\.ts$/, { env: { STREAMS: 'full' } });
}

/** Runs one runner and counts its tests. `ending` recognizes a test file by its name. */
async function runTests(runner, args, root, ending, { quiet = false, env = {} } = {}) {
  return withReport(async (file) => {
    const { code, output } = await runPackage(runner, args, {
      cwd: root,
      quiet,
      env: { ...env, COUNTERSIGN_TEST_REPORT: file },
    });
    const results = readResults(readReport(file, runner, output), root);
    return { results, ...countResults(results, { root, files: findTestFiles(root, ending), code }) };
  });
}

function reporter(kind) {
  return fileURLToPath(new URL(`./${kind}-reporter.mjs`, import.meta.url));
}

/**
 * Lists the tests that both runners would run, without running them. It leaves out skipped tests.
 * @param {string} root the project's folder
 * @returns {Promise<{ file: string, title: string }[]>}
 */
export async function listTests(root) {
  return [...(await listUnitTests(root)), ...(await listBrowserTests(root))];
}

async function listUnitTests(root) {
  return withReport(async (file) => {
    const { output } = await runPackage('vitest', ['list', '--static-parse', `--json=${file}`], {
      cwd: root,
      quiet: true,
    });
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
