import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { run } from './command.mjs';
import { say } from './report.mjs';

/**
 * The folder of the compiled server: `main.mjs`, and each `*.worker.ts` of `lib` as `NAME.worker.mjs` beside it (those of tests are left out).
 */
const folder = path.join('dist', 'server');

/** The compiled entry of the server. */
export const serverEntry = path.join(folder, 'main.mjs');

const templateEntry = path.join(folder, 'write-template.mjs');
/** A migrated database without rows: a first start copies it. */
const template = path.join(folder, 'without-rows.db');

export const toModules = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20.20',
  sourcemap: true,
  logLevel: 'silent',
};

/**
 * Compiles the HTTP entry and the workers to plain JavaScript with source maps, in a moment. Packages stay outside:
 * Node loads them from `node_modules`, as it loads those with native or WebAssembly parts.
 */
export async function compileServer() {
  // Not at the top: the start command reads this file before the packages are installed.
  const { build } = await import('esbuild');
  rmSync(folder, { recursive: true, force: true });
  await build({
    entryPoints: ['lib/server/main.ts', 'scripts/write-template.ts', ...listWorkers('lib')],
    outdir: folder,
    entryNames: '[name]',
    chunkNames: 'shared-[hash]',
    splitting: true,
    ...toModules,
  });
}

/**
 * Compiles `scripts/NAME.ts` for one use, in a moment, so that it is never older than its sources. Answers the file to run: the one that was
 * compiled before, and says so, where none can be written. A database may need a look just when its disk is full.
 */
export async function compileCommand(name, outdir = path.join('dist', name)) {
  const { build } = await import('esbuild');
  const entry = path.join(outdir, `${name}.mjs`);
  try {
    await build({ entryPoints: [`scripts/${name}.ts`], outdir, ...toModules });
  } catch (error) {
    if (!existsSync(entry)) throw error;
    say(`The command cannot be compiled again, so the one from the last build runs. ${error.message}`);
  }
  return entry;
}

/** Writes `template` with the compiled code; answers what went wrong, null when nothing did. */
export async function writeTemplate() {
  const { code, output } = await run(process.execPath, [templateEntry, template], { quiet: true });
  return code === 0 ? null : output;
}

function listWorkers(within) {
  return readdirSync(within, { recursive: true })
    .filter((file) => file.endsWith('.worker.ts') && !file.includes('testing'))
    .map((file) => path.join(within, file));
}
