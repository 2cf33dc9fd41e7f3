/**
 * Checks that every row of docs/scenarios.md names a test that the runners would run. A comment, a skipped
 * test or a title that is almost the same does not count. With `passed`, it checks that every row’s test
 * passed in the last `npm test` or in the last `npm run test:all`.
 */
import { readFileSync } from 'node:fs';
import { findUnproved, passedFile, readScenarios } from './lib/scenarios.mjs';
import { listTests } from './lib/test-runners.mjs';

const fewestRows = 65;
const scenarios = readScenarios(readFileSync('docs/scenarios.md', 'utf8'));
const isAboutPassed = process.argv[2] === 'passed';
const tests = isAboutPassed
  ? ['test', 'all'].flatMap((part) => JSON.parse(readFileSync(passedFile(part), 'utf8')))
  : await listTests(process.cwd());
const problems = findUnproved(scenarios, tests);
// The runner replaces a placeholder with a value, so no test that ran has this title.
for (const { scenario, title } of scenarios)
  if (/%[sdifjo]/.test(title))
    problems.push(`${scenario}: “${title}” is the title of a table of tests, not of one`);
if (scenarios.length < fewestRows)
  problems.push(`it has only ${scenarios.length} rows; there should be at least ${fewestRows}`);

if (problems.length > 0) {
  console.error(`docs/scenarios.md does not match the tests:\n- ${problems.join('\n- ')}`);
  process.exit(1);
}
console.log(
  `docs/scenarios.md: ${scenarios.length} scenarios, each with a test that ${isAboutPassed ? 'passed' : 'runs'}.`,
);
