import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The folder of the compiled server: `main.mjs`, and each `*.worker.ts` of `lib` as `NAME.worker.mjs` beside it. */
const folder = path.join('dist', 'server');

/** The compiled entry of the server. */
export const serverEntry = path.join(folder, 'main.mjs');

/**
 * Compiles the HTTP entry and the workers to plain JavaScript with source maps, in a moment. Packages stay outside:
 * Node loads them from `node_modules`, as it loads those with native or WebAssembly parts.
 */
export async function compileServer() {
  // Not at the top: the start command reads this file before the packages are installed.
  const { build } = await import('esbuild');
  rmSync(folder, { recursive: true, force: true });
  await build({
    entryPoints: ['lib/server/main.ts', ...listWorkers('lib')],
    outdir: folder,
    entryNames: '[name]',
    chunkNames: 'shared-[hash]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.20',
    sourcemap: true,
    logLevel: 'silent',
  });
}

function listWorkers(within) {
  return readdirSync(within, { recursive: true })
    .filter((file) => file.endsWith('.worker.ts'))
    .map((file) => path.join(within, file));
}
