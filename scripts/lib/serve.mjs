import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { quietEnvironment } from './command.mjs';
import { serverEntry } from './compile-server.mjs';

/**
 * Starts the HTTP entry, passes signals on, and exits with its code. The entry ends when this process is
 * gone, because the channel between them closes. Returns a function that ends the entry, and so this process.
 */
export function serve({ isDevelopment }) {
  const args = [];
  if (existsSync('.env')) args.push('--env-file=.env');
  args.push(serverEntry, ...(isDevelopment ? ['--dev'] : []));
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, ...quietEnvironment, NODE_ENV: isDevelopment ? 'development' : 'production' },
  });
  child.stdout.on('data', (chunk) => {
    const text = String(chunk);
    if (!text.includes('Countersign is ready: ')) process.stdout.write(text);
  });
  child.on('message', ({ isReady, address, howToGetIn }) => {
    if (isReady) child.send(process.stdout.isTTY ? 'entrance for a terminal' : 'entrance for a log');
    else sayAddress(address, howToGetIn);
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  // Without a listener, Node would open its inspector to every user of this machine.
  process.on('SIGUSR1', () => {});
  child.on('close', (code) => process.exit(code ?? 1));
  return () => child.kill('SIGTERM');
}

/** Suites outside this repository read this form (docs/testing.md). */
function sayAddress(address, howToGetIn) {
  console.log(
    `\n  Countersign is running. Open this address: ${address}\n  ${howToGetIn}\n  Press Ctrl+C to stop it.\n`,
  );
}
