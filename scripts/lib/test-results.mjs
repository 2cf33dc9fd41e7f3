/**
 * Brings the reports of the test runners into one shape. Only a test that ran and passed counts as a pass.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { findIdleBlocks, findTestBlocks } from './test-blocks.mjs';

/**
 * This is one test of a report: its file, relative to the project, the line of its call, its own title,
 * whether it passed, and the message of its first error.
 * @typedef {{ file: string, line: number | null, title: string, isPassed: boolean, error: string | null }}
 * TestResult
 */

/** @returns {TestResult[]} what our reporters wrote, with files relative to the project. */
export function readResults(report, root) {
  return report.map((test) => ({ ...test, file: toRelative(root, test.file) }));
}

/** Lists every spec of these suites and of the suites inside them. */
export function listSpecs(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...listSpecs(suite.suites ?? [])]);
}

export function toRelative(root, file) {
  return path.relative(root, file).split(path.sep).join('/');
}

const skippedFolders = ['node_modules', 'test-results', 'workspace', 'screenshots'];

/**
 * Finds every file below `root` whose name ends like this, even where no runner looks. It leaves out dot
 * folders.
 */
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
 * Finds the blocks of a collected file in which no test ran: a table without rows, or a loop or branch that
 * never runs.
 */
function findIdleTests(results, root) {
  return [...new Set(results.map((result) => result.file))].flatMap((file) => {
    const ranLines = results.filter((result) => result.file === file).map((result) => result.line);
    const blocks = findTestBlocks(readFileSync(path.join(root, file), 'utf8'));
    return findIdleBlocks(blocks, ranLines).map(({ title }) => `ran no test: ${file}: ${title}`);
  });
}

/** Returns the first lines of an error, without colors, indented below the name of its test. */
function quoteError(error) {
  const lines = stripVTControlCharacters(error).trim().split('\n').slice(0, 8);
  return lines.map((line) => `\n    ${line.slice(0, 300)}`).join('');
}

/**
 * Counts a stage. Every test that did not pass has failed, whether it ran or not. These fail, too: a block in
 * which no test ran, a test file that the runner did not collect, and a runner that ended badly, or saw no
 * test, without a failed one.
 *
 * @param {TestResult[]} results
 * @param {{ root: string, files: string[], code: number }} stage the project's folder, the test files that
 * exist, and the runner's exit code
 */
export function countResults(results, { root, files, code }) {
  const collected = new Set(results.map((result) => result.file));
  const problems = [
    ...results
      .filter((result) => !result.isPassed)
      .map(({ file, title, error }) => `did not pass: ${file}: ${title}${error ? quoteError(error) : ''}`),
    ...findIdleTests(results, root),
    ...files.filter((file) => !collected.has(file)).map((file) => `was not collected: ${file}`),
  ];
  if (problems.length === 0 && results.length === 0) problems.push('no test ran');
  if (problems.length === 0 && code !== 0) problems.push(`the runner ended with code ${code}`);
  return { passed: results.filter((result) => result.isPassed).length, failed: problems.length, problems };
}
