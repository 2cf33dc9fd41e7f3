import { spawn } from 'node:child_process';

/** Settings for every child: no telemetry, no update checks, and the schema engine's download is never attempted. */
export const quietEnvironment = {
  NEXT_TELEMETRY_DISABLED: '1',
  CHECKPOINT_DISABLE: '1',
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
};

/** Runs a command and returns its exit code; `quiet` holds its output back and returns the end of it. */
export function run(command, args, { quiet = false, env = {}, cwd = process.cwd() } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...quietEnvironment, ...env },
      cwd,
      shell: process.platform === 'win32',
    });
    let output = '';
    const keep = (chunk) => {
      output = (output + chunk).slice(-20_000);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => resolve({ code: 1, output: `${output}\n${error.message}` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** A program that a package brought along. */
export function runPackage(name, args, options) {
  return run('npx', ['--no-install', name, ...args], options);
}
