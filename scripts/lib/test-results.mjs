/** What the test runners report, in one shape, and what counts as a pass: only a test that ran and passed. */
import { readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * One test of a report or a listing: its file, relative to the project, its own title, and whether it passed.
 * @typedef {{ file: string, title: string, isPassed: boolean }} TestResult
 */

/** @returns {TestResult[]} the tests of vitest's JSON report. */
export function readUnitReport(report, root) {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: toRelative(root, name),
      title,
      isPassed: status === 'passed',
    })),
  );
}

/** @returns {TestResult[]} the tests of Playwright's JSON report; a test that is expected to fail has not passed. */
export function readBrowserReport(report, root) {
  return listSpecs(report.suites).map((spec) => ({
    file: toRelative(root, path.join(report.config.rootDir, spec.file)),
    title: spec.title,
    isPassed: spec.tests.every((test) => test.status === 'expected' && test.expectedStatus === 'passed'),
  }));
}

/** Every spec of these suites and of the suites inside them. */
export function listSpecs(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...listSpecs(suite.suites ?? [])]);
}

export function toRelative(root, file) {
  return path.relative(root, file).split(path.sep).join('/');
}

const skippedFolders = ['node_modules', 'test-results', 'workspace', 'screenshots'];

/** Every file below `root` whose name ends like this, whether a runner looks there or not; dot folders left out. */
export function findTestFiles(root, ending, folder = '') {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      const isSkipped = entry.name.startsWith('.') || skippedFolders.includes(entry.name);
      return isSkipped ? [] : findTestFiles(root, ending, file);
    }
    return ending.test(entry.name) ? [file] : [];
  });
}

/**
 * Counts a stage: every test that did not pass has failed, whether it ran or not. So has every test file that the runner
 * did not collect, and a runner that ended badly, or saw no test, without a failed one.
 *
 * @param {TestResult[]} results
 * @param {{ files: string[], code: number }} stage the test files that exist, and the runner's exit code
 */
export function countResults(results, { files, code }) {
  const collected = new Set(results.map((result) => result.file));
  const problems = [
    ...results
      .filter((result) => !result.isPassed)
      .map(({ file, title }) => `did not pass: ${file}: ${title}`),
    ...files.filter((file) => !collected.has(file)).map((file) => `was not collected: ${file}`),
  ];
  if (problems.length === 0 && results.length === 0) problems.push('no test ran');
  if (problems.length === 0 && code !== 0) problems.push(`the runner ended with code ${code}`);
  return { passed: results.filter((result) => result.isPassed).length, failed: problems.length, problems };
}
