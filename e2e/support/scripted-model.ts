import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** This is the server's reply to one request of the app. */
export type Scripted =
  | string
  | { status: number; body: string; contentType?: string }
  /** Streams these words, then keeps the response open until `release`. */
  | { hold: string }
  | { text: string; finishReason: string };

export type ScriptedModelServer = {
  readonly baseUrl: string;
  requests: {
    messages: { role: string; content: string }[];
    tools?: unknown;
    temperature?: unknown;
    max_tokens?: unknown;
    stop?: unknown;
    headers: IncomingHttpHeaders;
  }[];
  /** Adds replies to the end of the script. */
  script(...replies: Scripted[]): void;
  release(): void;
  /** Throws when the app sent a request that the script did not expect, or when replies are left. */
  expectUsedUp(): void;
  open(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a real OpenAI-compatible server (streaming) that follows a script. */
export async function startScriptedModel(): Promise<ScriptedModelServer> {
  const model = createScriptedModel();
  await model.open();
  return model;
}

/** Returns a server that is not open yet. */
export function createScriptedModel(): ScriptedModelServer {
  const replies: Scripted[] = [];
  const requests: ScriptedModelServer['requests'] = [];
  const held = new Set<ServerResponse>();
  let unexpected = 0;

  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (!request.url?.endsWith('/chat/completions')) {
        response.writeHead(404).end();
        return;
      }
      requests.push({ ...JSON.parse(body), headers: request.headers });
      const reply = replies.shift();
      if (reply === undefined) {
        unexpected += 1;
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end('{"error":{"message":"not in the script"}}');
        return;
      }
      answer(response, reply, held);
    });
  });
  return {
    get baseUrl() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    },
    requests,
    script: (...more) => replies.push(...more),
    release() {
      for (const response of held) finish(response, 'stop');
      held.clear();
    },
    expectUsedUp() {
      if (unexpected > 0) throw new Error(`${unexpected} requests came that the script did not expect`);
      if (replies.length > 0) throw new Error(`${replies.length} scripted replies were never asked for`);
    },
    open: () => new Promise((resolve) => server.listen(0, '127.0.0.1', resolve)),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Writes a tool call in the format of the app's calling convention. */
export function call(tool: string, parameters: unknown, terminate = false): string {
  return JSON.stringify({ tool, parameters, terminate });
}

function answer(response: ServerResponse, reply: Scripted, held: Set<ServerResponse>): void {
  if (typeof reply === 'object' && 'status' in reply) {
    response
      .writeHead(reply.status, { 'content-type': reply.contentType ?? 'application/json' })
      .end(reply.body);
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const text = typeof reply === 'string' ? reply : 'hold' in reply ? reply.hold : reply.text;
  for (const piece of text.match(/[\s\S]{1,20}/g) ?? []) send(response, { content: piece }, null);
  if (typeof reply === 'object' && 'hold' in reply) held.add(response);
  else finish(response, typeof reply === 'object' ? reply.finishReason : 'stop');
}

function finish(response: ServerResponse, finishReason: string): void {
  send(response, {}, finishReason);
  response.end('data: [DONE]\n\n');
}

function send(response: ServerResponse, delta: object, finishReason: string | null): void {
  const choice = { index: 0, delta, finish_reason: finishReason };
  const chunk = {
    id: 'c',
    object: 'chat.completion.chunk',
    created: 0,
    model: 'scripted',
    choices: [choice],
  };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

/**
 * Returns calls that look at the workspace this often. No two calls are the same, because the app ends a run
 * that repeats itself.
 */
export function looks(count: number): string[] {
  return Array.from({ length: count }, (_, index) => call('list_files', { path: `${'./'.repeat(index)}.` }));
}
