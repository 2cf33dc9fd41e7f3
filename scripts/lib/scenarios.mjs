/**
 * Reads the rows of docs/scenarios.md: a scenario, the file of its test, and the test's title.
 * @returns {{ scenario: string, file: string, title: string }[]}
 */
export function readScenarios(markdown) {
  return markdown
    .split('\n')
    .map((line) => line.match(/^\| (.+) \| `(.+)` \| (.+) \|$/))
    .filter((match) => match !== null)
    .map(([, scenario, file, title]) => ({ scenario, file, title }));
}

/**
 * Tells whether this is the title of a table of tests before its rows have names. A runner's list contains
 * such a title, a report never does.
 */
const isTemplate = (title) => /\$[a-z]|%[sdifjoO]/.test(title);

/** Returns one line for each scenario that none of these tests proves. */
export function findUnproved(scenarios, tests) {
  const known = new Set(tests.map(({ file, title }) => `${file} > ${title}`));
  return scenarios
    .filter(({ file, title }) => isTemplate(title) || !known.has(`${file} > ${title}`))
    .map(({ scenario, file, title }) => `${scenario}: ${file} has no such test: “${title}”`);
}

/** Returns the file in which a part of the tests (`test` or `all`) notes the tests that passed. */
export const passedFile = (part) => `dist/tests/${part}.json`;
