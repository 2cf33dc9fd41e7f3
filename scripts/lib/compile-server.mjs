import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { run } from './command.mjs';
import { say } from './report.mjs';

/**
 * This folder holds the compiled server: `main.mjs`, and each `*.worker.ts` of `lib` as `NAME.worker.mjs`.
 * Workers of tests are left out.
 */
const folder = path.join('dist', 'server');

export const serverEntry = path.join(folder, 'main.mjs');

const templateEntry = path.join(folder, 'write-template.mjs');
/** The first start copies this migrated database without rows. */
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
 * Compiles the HTTP entry and the workers to plain JavaScript with source maps, in a moment. Node loads
 * packages from `node_modules`, because some have native or WebAssembly parts.
 */
export async function compileServer() {
  // The import is here because the start command reads this file before it installs the packages.
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
 * Compiles `scripts/NAME.ts` for one use, in a moment, so that it is never older than its sources. Returns
 * the file to run. Where it cannot write, it says so and returns the file from the last build, because a
 * person may need to look at a database just when the disk is full.
 */
export async function compileCommand(name, outdir = path.join('dist', name)) {
  const source = `scripts/${name}.ts`;
  const entry = path.join(outdir, `${name}.mjs`);
  // An image has the compiled command, and neither its source nor a compiler.
  if (!existsSync(source) && existsSync(entry)) return entry;
  const { build } = await import('esbuild');
  try {
    await build({ entryPoints: [source], outdir, ...toModules });
  } catch (error) {
    if (!existsSync(entry)) throw error;
    say(`The command cannot be compiled again, so the one from the last build runs. ${error.message}`);
  }
  return entry;
}

/** Writes `template` with the compiled code. Returns what went wrong, or null when all went well. */
export async function writeTemplate() {
  const { code, output } = await run(process.execPath, [templateEntry, template], { quiet: true });
  return code === 0 ? null : output;
}

function listWorkers(within) {
  return readdirSync(within, { recursive: true })
    .filter((file) => file.endsWith('.worker.ts') && !file.includes('testing'))
    .map((file) => path.join(within, file));
}
