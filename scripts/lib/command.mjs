import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * These variables keep every child from sending telemetry, checking for updates and downloading Prisma’s
 * schema engine.
 */
export const quietEnvironment = {
  NEXT_TELEMETRY_DISABLED: '1',
  CHECKPOINT_DISABLE: '1',
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
};

/** Every child uses the Node that runs this process, even when another one comes first in the path. */
const searchPath = `${path.dirname(process.execPath)}${path.delimiter}${process.env['PATH'] ?? ''}`;

/**
 * Runs a command and returns its exit code. `quiet` holds its output back, passes it to `onOutput` and
 * returns the end of it. The command ends with this process, unless a signal kills this process.
 */
export function run(command, args, { quiet = false, env = {}, cwd = process.cwd(), onOutput } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: searchPath, ...quietEnvironment, ...env },
      cwd,
      // On Windows, npm and npx are scripts that only a shell can start.
      shell: process.platform === 'win32' && command !== process.execPath,
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
      onOutput?.(String(chunk));
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: `${output}\n${error.message}` }));
    const end = () => child.kill();
    process.once('exit', end);
    child.on('close', (code) => {
      process.off('exit', end);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Runs a program that comes with an installed package. */
export function runPackage(name, args, options) {
  return run('npx', ['--no-install', name, ...args], options);
}
