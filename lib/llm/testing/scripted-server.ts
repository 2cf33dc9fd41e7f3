import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedRequest = {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
};

/** Answers one request. `received` already holds that request. */
export type ScriptEntry = (response: ServerResponse, received: ReceivedRequest) => void | Promise<void>;

export type ScriptedServer = {
  baseUrl: string;
  requests: ReceivedRequest[];
  close(): Promise<void>;
};

/** With `chats`, every other request, such as one for the model's window, gets 404 and is not counted. */
type Takes = 'everything' | 'chats';

/** Starts a model server for tests that answers every request in this way. */
export async function startAnsweringServer(
  answer: ScriptEntry,
  takes: Takes = 'everything',
): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const text = Buffer.concat(parts).toString('utf8');
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    if (takes === 'chats' && !request.url?.split('?')[0]?.endsWith('/chat/completions')) {
      response.writeHead(404).end();
      return;
    }
    const received = { path: request.url ?? '', headers: request.headers, body };
    requests.push(received);
    await answer(response, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    async close() {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

/**
 * Starts a model server for tests that plays its entries in order, one per request. `close` throws when a
 * request came that was not in the script, or when an entry was not used.
 */
export async function startScriptedServer(
  script: ScriptEntry[],
  takes: Takes = 'everything',
): Promise<ScriptedServer> {
  const entries = script.values();
  const { baseUrl, requests, close } = await startAnsweringServer(async (response, received) => {
    const entry = entries.next().value;
    if (entry) await entry(response, received);
    else response.writeHead(418).end('not in the script');
  }, takes);
  return {
    baseUrl,
    requests,
    async close() {
      await close();
      if (requests.length !== script.length) {
        throw new Error(
          `The script has ${script.length} entries, but there were ${requests.length} requests`,
        );
      }
    },
  };
}

export const respondJson =
  (status: number, body: unknown, headers: Record<string, string> = {}): ScriptEntry =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

export const respondText =
  (status: number, text: string, type = 'text/html'): ScriptEntry =>
  (response) => {
    response.writeHead(status, { 'content-type': type }).end(text);
  };

/** Writes each part in its own packet, then ends or breaks the connection. */
export const respondStream =
  (parts: (string | Uint8Array)[], ending: 'end' | 'break' | 'hang' = 'end'): ScriptEntry =>
  async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const part of parts) {
      response.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (ending === 'end') response.end();
    if (ending === 'break') response.destroy();
  };

/** Writes a chunk of a stream as the API sends it. */
export const chunk = (delta: object, finishReason: string | null = null): string =>
  `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finishReason }] })}\n\n`;

export const DONE = 'data: [DONE]\n\n';
