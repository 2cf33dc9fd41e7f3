/**
 * Checks that the import rules hold, that it read every source file, and that every rule goes red for a file
 * that breaks it: `node scripts/check-imports.mjs`. It writes nothing beside the sources.
 */
import { cruiseImports, findUnprovedRules, listSources } from './lib/cruise-imports.mjs';
import { importProbes } from './lib/import-probes.mjs';
import rules from './lib/import-rules.mjs';

const root = process.cwd();
const sources = listSources(root);
const { modules, violations } = await cruiseImports(root, rules);
const read = new Set(modules);
const problems = [
  ...sources.filter((source) => !read.has(source)).map((source) => `${source} was not read`),
  ...violations.map((found) => `${found.rule.name}: ${found.from} → ${found.to}`),
  ...(await findUnprovedRules(root, rules, importProbes)),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(
  `${sources.length} modules read; ${rules.forbidden.length} rules hold, and each of them can go red.`,
);
