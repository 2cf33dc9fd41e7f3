import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keyHeader } from '@/lib/auth/door';
import { requestLimitVariables } from '@/lib/config/request-limits';
import { comeIn, letInto, openContexts, runningApps } from './let-in';
import { newDatabaseUrl } from './test-database';
import { testProfile } from './test-profile';

/** The build writes this file. */
const serverEntry = path.join('dist', 'server', 'main.mjs');

/**
 * This is the built app as a real process with its own data. `stop` and then `start` restart it on the same
 * port with the same data.
 */
export type App = {
  readonly baseURL: string;
  readonly profile: 'local' | 'team';
  /** Programs of the owner send these headers. */
  ownerHeaders(): { authorization: string };
  /** Fetches a path as a browser of the owner does. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  readonly workspaceDir: string;
  readonly dataDir: string;
  readonly workflowsDir: string;
  start(): Promise<void>;
  /** Resolves when the process has ended. */
  stop(signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<void>;
  /** Sends a signal, and does not wait for anything. */
  signal(signal: 'SIGTERM' | 'SIGINT'): void;
  /** Resolves when the process has ended by itself. */
  untilEnded(): Promise<void>;
  /** Returns the id of the process that runs now. */
  pid(): number;
  /** Returns all output so far. */
  log(): string;
  /** Stops the app and removes its data. */
  dispose(): Promise<void>;
};

export async function startApp(env: Record<string, string> = {}): Promise<App> {
  const app = createApp(async () => env);
  await app.start();
  return app;
}

/** Returns an app that has not started. The first start reads the variables. */
export function createApp(readEnv: () => Promise<Record<string, string>>): App {
  const folder = path.join(tmpdir(), `countersign-e2e-${randomUUID()}`);
  const workspaceDir = path.join(folder, 'workspace');
  const dataDir = path.join(folder, 'data');
  let env: Record<string, string> | null = null;
  let port = '0';
  let output = '';
  let child: ChildProcess | null = null;
  let browser: ReturnType<typeof comeIn> | null = null;

  const app: App = {
    get baseURL() {
      return `http://localhost:${port}`;
    },
    get profile() {
      return env?.['COUNTERSIGN_PROFILE'] === 'team' ? 'team' : 'local';
    },
    ownerHeaders: () => ({
      authorization: `Bearer ${readFileSync(path.join(dataDir, 'owner.token'), 'utf8').trim()}`,
    }),
    async fetch(path, init = {}) {
      browser ??= comeIn(app);
      const { cookie, key } = await browser;
      const session = { cookie: cookie.split(';', 1)[0] ?? '', [keyHeader]: key, origin: app.baseURL };
      return fetch(`${app.baseURL}${path}`, { ...init, headers: { ...session, ...init.headers } });
    },
    workspaceDir,
    dataDir,
    get workflowsDir() {
      return env?.['WORKFLOWS_DIR'] ?? path.resolve('workflows');
    },
    async start() {
      env ??= {
        COUNTERSIGN_PROFILE: testProfile(),
        DATABASE_URL: await newDatabaseUrl(),
        ...(await readEnv()),
      };
      await mkdir(folder, { recursive: true });
      const started = spawn(process.execPath, [serverEntry], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...withoutModelSettings(process.env),
          NODE_ENV: 'production',
          NEXT_TELEMETRY_DISABLED: '1',
          PORT: port,
          DATA_DIR: dataDir,
          WORKSPACE_DIR: workspaceDir,
          WORKFLOWS_DIR: app.workflowsDir,
          DRAIN_SECONDS: '1',
          ...raisedLimits,
          ...env,
        },
      });
      child = started;
      let since = '';
      port = await new Promise<string>((resolve, reject) => {
        const take = (chunk: Buffer) => {
          output += String(chunk);
          since += String(chunk);
          const ready = since.match(/is ready: http:\/\/127\.0\.0\.1:(\d+)/);
          if (ready?.[1]) resolve(ready[1]);
        };
        started.stdout.on('data', take);
        started.stderr.on('data', take);
        started.on('exit', (code) =>
          reject(new Error(`The app ended with ${code} before it was ready:\n${output}`)),
        );
      });
      runningApps.add(app);
      await Promise.all([...openContexts].map((context) => letInto(context, app)));
    },
    async stop(signal = 'SIGTERM') {
      child?.kill(signal);
      await app.untilEnded();
    },
    signal: (signal) => void child?.kill(signal),
    async untilEnded() {
      runningApps.delete(app);
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      await new Promise((resolve) => running.once('exit', resolve));
      output += '\n--- stopped ---\n';
    },
    pid: () => child?.pid ?? 0,
    log: () => output,
    async dispose() {
      await app.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
  return app;
}

/** Tests and benchmarks ask far more often than people do. A test of the limits sets its own. */
const raisedLimits = Object.fromEntries(
  Object.keys(requestLimitVariables.shape).map((name) => [name, '1000000']),
);

/**
 * Sets the variables to the empty text, because Next reads absent variables from a developer's own `.env`.
 */
function withoutModelSettings(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const names = readFileSync('.env.example', 'utf8').match(/\b(?:OPENAI|AGENT|OIDC)_[A-Z_]+(?==)/g) ?? [];
  return {
    ...env,
    HOST: '',
    PUBLIC_URL: '',
    TRUSTED_PROXY: '',
    DATABASE_URL: '',
    LOG_FORMAT: '',
    ...Object.fromEntries(names.map((name) => [name, ''])),
  };
}
