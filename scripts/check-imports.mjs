/**
 * The import rules hold, every source file was read, and every rule can go red: for each of them a file that breaks it
 * is put beside the sources, must be reported under that rule's name, and is taken away again.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import config from '../.dependency-cruiser.mjs';

const folders = ['lib', 'app'];
const probe = 'zz-import-probe';

/** For each rule a file that breaks it. */
const probes = {
  'no-cycles': { 'lib/shared/A.ts': "import './B';", 'lib/shared/B.ts': "import './A';" },
  'nothing-unresolved': { 'lib/shared/A.ts': "import './does-not-exist';" },
  'shared-is-a-leaf': { 'lib/shared/A.ts': "import 'zod';" },
  'domain-is-pure': { 'lib/domain/A.ts': "import 'zod';" },
  'contracts-stand-alone': { 'lib/contracts/A.ts': "import 'zod';" },
  'loop-knows-ports': { 'lib/agent/A.ts': "import '../db/database';" },
  'agent-below-use-cases': { 'lib/agent/A.ts': "import '../contracts/runs';" },
  'parsers-are-pure': { 'lib/agent/parse-A.ts': "import 'zod';" },
  'llm-knows-no-other-adapter': { 'lib/llm/A.ts': "import '../db/database';" },
  'tools-knows-no-other-adapter': { 'lib/tools/A.ts': "import '../db/database';" },
  'db-knows-no-other-adapter': { 'lib/db/A.ts': "import '../runtime/dispatcher';" },
  'runtime-knows-no-other-adapter': { 'lib/runtime/A.ts': "import '../db/database';" },
  'workflows-knows-no-other-adapter': { 'lib/workflows/A.ts': "import '../db/database';" },
  'prisma-stays-in-db': { 'lib/use-cases/A.ts': "import '@prisma/client';" },
  'server-composes': { 'lib/http/A.ts': "import '../server/app';" },
  'routes-stay-thin': { 'app/api/A.ts': "import '../../lib/db/database';" },
  'pages-ask-use-cases': { 'app/(pages)/A/page.tsx': "import '../../../lib/db/database';" },
  'browser-stays-outside': { 'app/_client/A.ts': "import '../../lib/use-cases/services';" },
  'workflows-knows-no-other-feature': {
    'app/_features/workflows/A.ts': "import '../runs/B';",
    'app/_features/runs/B.ts': '',
  },
  'conversations-knows-no-other-feature': {
    'app/_features/conversations/A.ts': "import '../runs/B';",
    'app/_features/runs/B.ts': '',
  },
  'runs-knows-no-other-feature': {
    'app/_features/runs/A.ts': "import '../settings/B';",
    'app/_features/settings/B.ts': '',
  },
  'approvals-knows-no-other-feature': {
    'app/_features/approvals/A.ts': "import '../runs/B';",
    'app/_features/runs/B.ts': '',
  },
  'settings-knows-no-other-feature': {
    'app/_features/settings/A.ts': "import '../runs/B';",
    'app/_features/runs/B.ts': '',
  },
  'looks-know-no-feature': { 'app/_ui/A.ts': "import '../_features/runs/B';", 'app/_features/runs/B.ts': '' },
  'client-knows-no-feature': {
    'app/_client/A.ts': "import '../_features/runs/B';",
    'app/_features/runs/B.ts': '',
  },
};

async function findViolations() {
  const tsConfig = extractTSConfig('tsconfig.json');
  const { output } = await cruise(
    folders,
    { validate: true, ruleSet: { forbidden: config.forbidden }, ...config.options },
    {},
    { tsConfig },
  );
  return { modules: output.modules, violations: output.summary.violations };
}

const files = [];
const sources = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated')),
);
const { modules, violations } = await findViolations();
const read = new Set(modules.map((module) => module.source));
const unread = sources.filter((source) => !read.has(source));
if (unread.length > 0) fail(`${unread.length} source files were not read, for example ${unread[0]}`);
if (violations.length > 0) {
  fail(violations.map((found) => `${found.rule.name}: ${found.from} → ${found.to}`).join('\n'));
}

try {
  const unproved = config.forbidden.map((rule) => rule.name).filter((name) => !probes[name]);
  if (unproved.length > 0) fail(`There is no proof for the rules ${unproved.join(', ')}`);
  for (const [rule, sourcesOfProbe] of Object.entries(probes)) {
    for (const [file, text] of Object.entries(sourcesOfProbe)) write(rule, file, text);
  }
  const { violations: provoked } = await findViolations();
  const red = new Set(provoked.filter((found) => found.from.includes(probe)).map((found) => found.rule.name));
  const silent = Object.keys(probes).filter((name) => !red.has(name));
  if (silent.length > 0) fail(`These rules did not go red for a file that breaks them: ${silent.join(', ')}`);
} finally {
  for (const file of files) rmSync(file, { recursive: true, force: true });
}
console.log(
  `${sources.length} modules read, ${config.forbidden.length} rules hold and each of them can go red.`,
);

function write(rule, file, text) {
  const rename = (name) => name.replace(/\b([AB])\b/, (letter) => `${probe}-${rule}-${letter}`);
  const renamed = file.replace(/\b([AB])(?=\.ts$|\/)/, `${probe}-${rule}-$1`);
  mkdirSync(path.dirname(renamed), { recursive: true });
  writeFileSync(
    renamed,
    `${text.replace(/'([^']*)\/([AB])'/, (_all, folder, letter) => `'${folder}/${probe}-${rule}-${letter}'`)}\nexport const ${rename('A').replaceAll('-', '_')} = 1;\n`,
  );
  files.push(renamed.slice(0, renamed.indexOf(probe)) + renamed.slice(renamed.indexOf(probe)).split('/')[0]);
}

function fail(message) {
  for (const file of files) rmSync(file, { recursive: true, force: true });
  console.error(message);
  process.exit(1);
}
