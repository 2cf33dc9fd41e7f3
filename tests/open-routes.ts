import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

type Server = { getApp(): Promise<{ config: { dataDir: string } }> };

export type Answer = { status: number; json: unknown };

/**
 * Answers requests with the route handlers of the build in `root`, in this process: the HTTP API without a
 * server in front. The first request starts the application with the environment of that moment. The requests
 * come from the owner's script.
 */
export function openRoutes(root: string) {
  const folder = path.join(root, 'app', 'api');
  const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .map((file) => ({ file: path.join(folder, file), pattern: toPattern(path.dirname(file)) }));
  const readHeaders = async () => {
    const { getApp } = (await import(pathToFileURL(path.join(root, 'lib/server/app.ts')).href)) as Server;
    const { config } = await getApp();
    // A build without a door has no token.
    const token = await readFile(path.join(config.dataDir, 'owner.token'), 'utf8').catch(() => '');
    return { authorization: `Bearer ${token.trim()}` };
  };

  /** `address` begins with `/api/`. Throws when the build has no such route. */
  return async function send(method: string, address: string, body?: unknown): Promise<Answer> {
    const url = new URL(address, 'http://127.0.0.1');
    for (const { file, pattern } of routes) {
      const match = pattern.exec(url.pathname);
      if (!match) continue;
      const module = (await import(pathToFileURL(file).href)) as Record<string, Handler | undefined>;
      const handler = module[method];
      if (!handler) break;
      const headers = await readHeaders();
      const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
      const response = await handler(new Request(url, init), {
        params: Promise.resolve({ ...match.groups }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
      return { status: response.status, json: isJson ? JSON.parse(text) : null };
    }
    throw new Error(`No route answers ${method} ${address}`);
  };
}

/** Turns `runs/[id]/calls/[callId]` into a pattern with named parts. */
function toPattern(folder: string): RegExp {
  const parts = folder.split(path.sep).map((part) => part.replace(/^\[(\w+)\]$/, '(?<$1>[^/]+)'));
  return new RegExp(`^/api/${parts.join('/')}$`);
}
