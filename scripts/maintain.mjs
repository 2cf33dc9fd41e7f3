import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { compileCommand } from './lib/compile-server.mjs';
import { stop } from './lib/report.mjs';

/** `npm run backup -- FILE` and its kind: runs `scripts/maintain.ts`, compiled, with the settings of the server. */
if (!existsSync('node_modules')) stop('Nothing is installed yet. Run npm start first.');
const entry = await compileCommand('maintain');
const settings = existsSync('.env') ? ['--env-file=.env'] : [];
const child = spawn(process.execPath, [...settings, entry, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
child.on('close', (code) => process.exit(code ?? 1));
