import { type ChildProcess, spawn } from 'node:child_process';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import nextConfig from '../../next.config.mjs';
import type { RequestName, Requests } from './server-process';

/** The program is in the checkout, where it finds its packages. */
const program = path.resolve('dist', 'chaos', 'server-process.mjs');

/** Some packages in the bundle are CommonJS. */
const requireInBundle =
  "import { createRequire as toRequire } from 'node:module'; const require = toRequire(import.meta.url);";

/**
 * Compiles the server once, including the packages that the built app has in its own files: a start then
 * takes a third of the time.
 */
export async function compileServer(): Promise<void> {
  // Several test files compile it at once.
  const compiled = `${program}.${process.pid}`;
  await build({
    entryPoints: [fileURLToPath(new URL('./server-process.ts', import.meta.url))],
    outfile: compiled,
    bundle: true,
    external: nextConfig.serverExternalPackages ?? [],
    banner: { js: requireInBundle },
    platform: 'node',
    format: 'esm',
    target: 'node20.20',
    logLevel: 'silent',
  });
  await rename(compiled, program);
}

/** The server was killed before it answered, so nobody knows whether it did what was asked. */
export class NoAnswer extends Error {}

export type ServerHandle = {
  pid: number;
  /**
   * Measures, in milliseconds, from the start of the process until every run that needs a driver has one.
   * Rejects when the process ends before that.
   */
  readyMs: Promise<number>;
  /** Resolves when the process has ended, with the signal that ended it. */
  ended: Promise<NodeJS.Signals | null>;
  /**
   * Sends the server a request. Throws `NoAnswer` when the server ends first, and another error when it
   * refuses.
   */
  ask<Name extends RequestName>(name: Name, input: Parameters<Requests[Name]>[0]): ReturnType<Requests[Name]>;
  signal(signal: NodeJS.Signals): void;
  /** Returns the path under which this process finds a path of the server. */
  seen(path: string): string;
};

/**
 * Starts a server on the folder, with these additional environment variables. `before` holds the words of a
 * command that starts it.
 */
export function startServer(
  folder: string,
  variables: Record<string, string>,
  before: readonly string[] = [],
): ServerHandle {
  const startedAt = performance.now();
  const [command = '', ...words] = [...before, process.execPath, program];
  const child = spawn(command, words, {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...process.env,
      DATA_DIR: path.join(folder, 'data'),
      WORKSPACE_DIR: path.join(folder, 'workspace'),
      WORKFLOWS_DIR: path.resolve('tests/chaos/workflows'),
      ORACLE_FILE: path.join(folder, 'executions'),
      OPENAI_MODEL: 'jobs',
      LOG_FORMAT: 'json',
      ...variables,
    },
  });
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log = (log + String(chunk)).slice(-5_000);
  });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('exit', (_code, signal) => resolve(signal));
  });
  const readyMs = new Promise<number>((resolve, reject) => {
    child.on('message', (message: { ready?: true; id: number; value: never; error?: string }) => {
      if (message.ready) return resolve(performance.now() - startedAt);
      const request = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error === undefined) request?.resolve(message.value);
      else request?.reject(new Error(message.error));
    });
    void ended.then((signal) => reject(new NoAnswer(`The server ended with ${signal}:\n${log}`)));
  });
  readyMs.catch(() => {});
  void ended.then(() => {
    for (const { reject } of waiting.values()) reject(new NoAnswer());
    waiting.clear();
  });
  return {
    pid: child.pid ?? 0,
    readyMs,
    ended,
    // The process answers a name with the type that `Requests` says, but a message does not carry the type.
    ask: (name, input) => ask(child, waiting, name, input) as never,
    signal: (signal) => void child.kill(signal),
    seen: (place) => `/proc/${child.pid}/root${place}`,
  };
}

let nextId = 1;

function ask(
  child: ChildProcess,
  waiting: Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>,
  name: RequestName,
  input: unknown,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (!child.connected) return reject(new NoAnswer());
    const id = nextId++;
    waiting.set(id, { resolve, reject });
    child.send({ id, name, input }, (error) => {
      if (error) reject(new NoAnswer());
    });
  });
}
