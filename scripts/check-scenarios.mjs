/**
 * Every row of docs/scenarios.md names a file and a test in it: `node scripts/check-scenarios.mjs` fails when one of
 * them is not there, and when there are fewer rows than scenarios were specified.
 */
import { existsSync, readFileSync } from 'node:fs';

const fewestRows = 65;
const rows = readFileSync('docs/scenarios.md', 'utf8')
  .split('\n')
  .map((line) => line.match(/^\| (.+) \| `(.+)` \| (.+) \|$/))
  .filter((match) => match !== null);

const problems = [];
for (const [, scenario, file, test] of rows) {
  if (!existsSync(file)) problems.push(`${scenario}: there is no file ${file}`);
  else if (!readFileSync(file, 'utf8').includes(test))
    problems.push(`${scenario}: ${file} has no test named “${test}”`);
}
if (rows.length < fewestRows)
  problems.push(`only ${rows.length} rows were found; there should be at least ${fewestRows}`);

if (problems.length > 0) {
  console.error(`docs/scenarios.md does not hold:\n- ${problems.join('\n- ')}`);
  process.exit(1);
}
console.log(`docs/scenarios.md: ${rows.length} scenarios, each with a test that exists.`);
