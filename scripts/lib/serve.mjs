import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { quietEnvironment } from './command.mjs';
import { serverEntry } from './compile-server.mjs';

/**
 * A terminal sends SIGINT to every process of its group, and npm passes its own on: one press may arrive here
 * twice, within a few milliseconds. Two presses of a person are farther apart than this.
 */
const onePressMs = 150;

/** Returns a function that says whether a SIGINT at this time, in milliseconds, is a new press of Ctrl+C. */
export function createPressCounter() {
  let pressedAt = Number.NEGATIVE_INFINITY;
  return (now) => {
    // The time of an ignored signal must not count, or a person who presses again and again is never heard.
    if (now - pressedAt < onePressMs) return false;
    pressedAt = now;
    return true;
  };
}

/**
 * Starts the HTTP entry, passes on SIGTERM and one message for each press of Ctrl+C, and exits with its code.
 * The entry ends when this process is gone, because the channel between them closes. Returns a function that
 * ends the entry, and so this process.
 */
export function serve({ isDevelopment }) {
  const args = [];
  if (existsSync('.env')) args.push('--env-file=.env');
  args.push(serverEntry, '--launched', ...(isDevelopment ? ['--dev'] : []));
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
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  const isNewPress = createPressCounter();
  process.on('SIGINT', () => {
    if (isNewPress(performance.now()) && child.connected) child.send('Ctrl+C', () => {});
  });
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
