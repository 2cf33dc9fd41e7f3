/**
 * The rows of docs/scenarios.md: a scenario, the file of its test, and the test's title.
 * @returns {{ scenario: string, file: string, title: string }[]}
 */
export function readScenarios(markdown) {
  return markdown
    .split('\n')
    .map((line) => line.match(/^\| (.+) \| `(.+)` \| (.+) \|$/))
    .filter((match) => match !== null)
    .map(([, scenario, file, title]) => ({ scenario, file, title }));
}

/** The title of a table of tests before its rows have names: the list of a runner has it, a report never. */
const isTemplate = (title) => /\$[a-z]|%[sdifjoO]/.test(title);

/** One line for each scenario that none of these tests holds. */
export function findUnproved(scenarios, tests) {
  const known = new Set(tests.map(({ file, title }) => `${file} > ${title}`));
  return scenarios
    .filter(({ file, title }) => isTemplate(title) || !known.has(`${file} > ${title}`))
    .map(({ scenario, file, title }) => `${scenario}: ${file} has no such test: “${title}”`);
}
