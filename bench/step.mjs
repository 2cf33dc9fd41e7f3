import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';
import { toModules } from '../scripts/lib/compile-server.mjs';

/** `npm run bench`: compiles `step.ts` as the server is compiled, then runs it. Under `tsx`, each function that is made costs more. */
const folder = path.join('dist', 'bench');
await build({ entryPoints: ['bench/step.ts'], outdir: folder, ...toModules });
const entry = path.join(folder, 'step.mjs');
const { status } = spawnSync(process.execPath, ['--enable-source-maps', entry], { stdio: 'inherit' });
process.exitCode = status ?? 1;
