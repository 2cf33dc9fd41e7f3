import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const sourceFolders = ['lib', 'app', 'tests'];

/**
 * Reads the sources below `root` and returns the modules, their imports, and every import that breaks a rule.
 * @returns {Promise<{
 *   modules: string[],
 *   imports: { from: string, to: string }[],
 *   violations: { rule: { name: string }, from: string, to: string }[],
 * }>}
 */
export async function cruiseImports(root, { forbidden, options }) {
  const { output } = await cruise(
    foldersOf(root),
    { validate: true, ruleSet: { forbidden }, ...options, baseDir: root },
    {},
    { tsConfig: extractTSConfig('tsconfig.json') },
  );
  return {
    modules: output.modules.map((module) => module.source),
    imports: output.modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    ),
    violations: output.summary.violations,
  };
}

const foldersOf = (root) => sourceFolders.filter((folder) => existsSync(path.join(root, folder)));

/** Lists the source files below `root` that the rules cover. */
export function listSources(root) {
  return foldersOf(root).flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => path.join(folder, name))
      .filter((name) => /\.tsx?$/.test(name) && !name.includes('generated')),
  );
}

/**
 * Returns one line for each rule that its probe does not turn red. A probe is a small tree in a temporary
 * folder. It must use rooms that `root` has, because a rule for a room that is gone proves nothing.
 */
export async function findUnprovedRules(root, { forbidden, options }, probes) {
  const problems = [];
  for (const rule of forbidden) {
    const files = probes[rule.name] ?? {};
    const rooms = Object.keys(files).map((file) => path.posix.dirname(file));
    const missing = rooms.filter((room) => !existsSync(path.join(root, room)));
    if (rooms.length === 0) problems.push(`${rule.name} has no probe`);
    else if (missing.length > 0)
      problems.push(`${rule.name} has a probe in ${missing[0]}, which does not exist`);
    else if (!(await isRed(root, rule.name, files, { forbidden, options })))
      problems.push(`${rule.name} did not go red for a file that breaks it`);
  }
  return problems;
}

async function isRed(root, name, files, rules) {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-imports-'));
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    for (const [file, text] of Object.entries({ ...buildStubs(root, files), ...files })) {
      mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(folder, file), `${text}\nexport const value = 1;\n`);
    }
    const { violations } = await cruiseImports(folder, rules);
    return violations.some((found) => found.rule.name === name && found.from in files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns an empty file for each file of the project that these files import. */
function buildStubs(root, files) {
  const imported = Object.entries(files).flatMap(([file, text]) =>
    [...text.matchAll(/'(\.[^']*)'/g)].map(
      ([, specifier]) => `${path.posix.join(path.posix.dirname(file), specifier)}.ts`,
    ),
  );
  return Object.fromEntries(
    imported.filter((file) => existsSync(path.join(root, file))).map((file) => [file, '']),
  );
}
