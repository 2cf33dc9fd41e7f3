import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { compileCommand } from './lib/compile-server.mjs';
import { stop } from './lib/report.mjs';

/** Compiles and runs `scripts/check-model.ts`: `npm run check-model -- --base-url … --model …`. */
if (!existsSync('node_modules')) stop('Nothing is installed yet. Run npm start first.');
const entry = await compileCommand('check-model');
const settings = existsSync('.env') ? ['--env-file=.env'] : [];
const child = spawn(process.execPath, [...settings, entry, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
// Ctrl+C reaches both processes. This one waits, because the check says how it ended.
process.on('SIGINT', () => {});
child.on('close', (code) => process.exit(code ?? 1));
