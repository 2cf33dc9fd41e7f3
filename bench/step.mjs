import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { toModules } from '../scripts/lib/compile-server.mjs';
import { build as buildApp, prepare } from '../scripts/lib/prepare.mjs';

/**
 * Installs and builds what is missing, compiles `step.ts` like the server, and runs it: `npm run bench`.
 * Under `tsx`, each function that the code creates costs more.
 */
await prepare('checking');
await buildApp();
// The import is here because `prepare` installs this package.
const { build } = await import('esbuild');
const folder = path.join('dist', 'bench');
const entryPoints = ['bench/step.ts', 'bench/step/young-worker.ts'];
await build({ entryPoints, outdir: folder, entryNames: '[name]', ...toModules });
const entry = path.join(folder, 'step.mjs');
const { status } = spawnSync(process.execPath, ['--enable-source-maps', entry], { stdio: 'inherit' });
process.exitCode = status ?? 1;
