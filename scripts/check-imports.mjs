/**
 * Checks that the import rules hold, that it read every source file, that every rule goes red for a file that
 * breaks it, and that docs/architecture.md draws the rooms as they are: `node scripts/check-imports.mjs`. With
 * `--draw`, it first draws them again. It writes nothing beside the sources.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cruiseImports, findUnprovedRules, listSources } from './lib/cruise-imports.mjs';
import { importProbes } from './lib/import-probes.mjs';
import rules from './lib/import-rules.mjs';
import { drawRooms, findCircles } from './lib/room-picture.mjs';

const root = process.cwd();
const sources = listSources(root);
const { modules, imports, violations } = await cruiseImports(root, rules);
const read = new Set(modules);
const page = 'docs/architecture.md';
const picture = /```mermaid\n[\s\S]*?```/;
if (process.argv.includes('--draw'))
  writeFileSync(page, readFileSync(page, 'utf8').replace(picture, drawRooms(imports)));
const problems = [
  ...sources.filter((source) => !read.has(source)).map((source) => `${source} was not read`),
  ...violations.map((found) => `${found.rule.name}: ${found.from} → ${found.to}`),
  ...findCircles(imports).map((room) => `the room ${room} imports itself by way of others`),
  ...(await findUnprovedRules(root, rules, importProbes)),
];
if (picture.exec(readFileSync(page, 'utf8'))?.[0] !== drawRooms(imports))
  problems.push(`${page} shows other rooms than the code has: node scripts/check-imports.mjs --draw`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(
  `${sources.length} modules read; ${rules.forbidden.length} rules hold, and each of them can go red.`,
);
