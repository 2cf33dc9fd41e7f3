import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseReply } from './choose-reply';
import {
  type CompletionRequest,
  demoModelId,
  parseCompletionBody,
  toChunks,
  toCompletion,
} from './completion-body';
import { readTurn } from './read-turn';

const maxBodyBytes = 32 * 1024 * 1024;

export type DemoModelServer = {
  baseUrl: string;
  /** The server has only this model. */
  model: string;
  close(): Promise<void>;
};

/**
 * Starts the demo model: a real HTTP server on the loopback address with the two calls of the OpenAI API that
 * we use, and scripts in place of a model. It stores nothing between requests. `port` 0 means any free port.
 */
export async function startDemoModel(
  options: { port?: number; chunkDelayMs?: number } = {},
): Promise<DemoModelServer> {
  const chunkDelayMs = options.chunkDelayMs ?? 12;
  const server = createServer((request, response) => {
    answer(request, response, chunkDelayMs).catch(() => response.destroy());
  });
  await listen(server, options.port ?? 0);
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: demoModelId,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  chunkDelayMs: number,
): Promise<void> {
  const path = (request.url ?? '').split('?')[0];
  if (request.method === 'GET' && path === '/v1/models') {
    const model = { id: demoModelId, object: 'model', created: 0, owned_by: 'countersign' };
    return sendJson(response, 200, { object: 'list', data: [model] });
  }
  if (request.method !== 'POST' || path !== '/v1/chat/completions') {
    return sendError(response, 404, 'Only GET /v1/models and POST /v1/chat/completions are here.');
  }
  const body = await readBody(request);
  if (body === null) return sendError(response, 413, 'The request is too large.');
  const parsed = parseCompletionBody(body);
  if (!parsed.ok) return sendError(response, parsed.status, parsed.message);
  const text = chooseReply(readTurn(parsed.request.messages));
  if (!parsed.request.isStream) return sendJson(response, 200, toCompletion(text, parsed.request.messages));
  return stream(response, text, parsed.request, chunkDelayMs);
}

async function stream(
  response: ServerResponse,
  text: string,
  request: CompletionRequest,
  chunkDelayMs: number,
) {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
  });
  for (const chunk of toChunks(text, request)) {
    if (response.destroyed) return;
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    if (chunkDelayMs > 0) await sleep(chunkDelayMs);
  }
  response.end('data: [DONE]\n\n');
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBodyBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { message, type: 'invalid_request_error', param: null, code: null } });
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
