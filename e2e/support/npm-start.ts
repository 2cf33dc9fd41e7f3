import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { programClient } from './http-client';

/**
 * This shell becomes the script that npm runs, so the script gets each signal twice: from the terminal and from
 * npm. Debian's own shell stays in between and passes nothing on.
 */
const bash = '/bin/bash';
const shell = existsSync(bash) ? { npm_config_script_shell: bash } : {};

/**
 * Runs `npm start` in a process group of its own, as a terminal does, with data of its own. `start` starts it
 * again after it has ended.
 */
export async function startByNpm(env: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-npm-'));
  const [dataDir, workspaceDir] = [path.join(folder, 'data'), path.join(folder, 'files')];
  let output = '';
  let baseURL = '';
  let npm: ChildProcess;
  let ended: Promise<unknown> = Promise.resolve();
  const server = {
    workspaceDir,
    http: programClient(
      {
        get baseURL() {
          return baseURL;
        },
      },
      () => `Bearer ${readFileSync(path.join(dataDir, 'owner.token'), 'utf8').trim()}`,
    ),
    output: () => output,
    get ended() {
      return ended;
    },
    async start(): Promise<void> {
      output = '';
      npm = spawn('npm', ['start'], {
        detached: true,
        env: { ...process.env, ...shell, PORT: '0', DATA_DIR: dataDir, WORKSPACE_DIR: workspaceDir, ...env },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      ended = new Promise((resolve) => npm.once('close', resolve));
      baseURL = await new Promise<string>((resolve, reject) => {
        npm.stdout?.on('data', (chunk) => {
          output += String(chunk);
          const address = /Open this address: (\S+)/.exec(output)?.[1];
          if (address) resolve(address);
        });
        void ended.then(() => reject(new Error(`npm start ended before it was ready:\n${output}`)));
      });
    },
    /** Does what a terminal does at Ctrl+C: every process of the group gets the signal. */
    press: () => void process.kill(-Number(npm.pid), 'SIGINT'),
    pressUnlessEnded(): 'ended' | 'pressed' {
      if (npm.exitCode !== null || npm.signalCode !== null) return 'ended';
      server.press();
      return 'pressed';
    },
    async dispose(): Promise<void> {
      if (server.pressUnlessEnded() === 'pressed') await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}
