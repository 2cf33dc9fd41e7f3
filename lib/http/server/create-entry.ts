import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  allowedHosts,
  inspectRequest,
  isForgeable,
  maxBodyBytes,
  type Refusal,
  tooLarge,
} from './inspect-request';
import { contentSecurityPolicy, securityHeaders } from './security-headers';

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/**
 * The HTTP entry in front of the framework. It refuses what no page of ours would send (foreign Host, cross-origin
 * changes, other content types, large bodies, upgrades), strips headers that only a proxy may set, and puts the security
 * headers on every answer. `port` is asked for at each request, since it may be chosen when the server begins to listen.
 */
export function createEntry(options: {
  handler: Handler;
  port: () => number;
  isDevelopment: boolean;
}): Server {
  const server = createServer((request, response) => {
    const nonce = randomBytes(16).toString('base64');
    for (const [name, value] of Object.entries(securityHeaders(nonce, options.isDevelopment))) {
      response.setHeader(name, value);
    }
    const target = request.url ?? '';
    const facts = {
      method: request.method ?? '',
      target,
      headers: request.headers,
      rawHeaders: request.rawHeaders,
    };
    const refusal = inspectRequest(facts, allowedHosts(options.port()));
    if (refusal) {
      answerRefusal(request, response, refusal);
      return;
    }
    if (target.startsWith('/api/')) response.setHeader('cache-control', 'no-store');
    stripForgeableHeaders(request);
    request.headers['x-nonce'] = nonce;
    request.headers['content-security-policy'] = contentSecurityPolicy(nonce, options.isDevelopment);
    capBody(request, response);
    options.handler(request, response).catch(() => {
      if (!response.headersSent) answerRefusal(request, response, internalError);
      else response.destroy();
    });
  });
  server.headersTimeout = 10_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 5_000;
  server.on('connect', (_request, socket) => socket.destroy());
  // The development server's own socket is the one upgrade there is.
  if (!options.isDevelopment) server.on('upgrade', (_request, socket) => socket.destroy());
  return server;
}

const internalError: Refusal = {
  status: 500,
  code: 'internal_error',
  message: 'Something broke on the server.',
};

function answerRefusal(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
  const body = JSON.stringify({ error: { code: refusal.code, message: refusal.message } });
  response.writeHead(refusal.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(body);
  request.resume();
}

function stripForgeableHeaders(request: IncomingMessage): void {
  for (const name of Object.keys(request.headers)) if (isForgeable(name)) delete request.headers[name];
}

/** A body without a declared length is counted as it comes; one that grows too large is cut off with a 413. */
function capBody(request: IncomingMessage, response: ServerResponse): void {
  let bytes = 0;
  const emit = request.emit.bind(request);
  request.emit = (event: string | symbol, ...values: unknown[]) => {
    const [chunk] = values;
    if (event === 'data' && chunk instanceof Uint8Array) {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) {
        if (!response.headersSent) answerRefusal(request, response, tooLarge);
        request.destroy();
        return false;
      }
    }
    return emit(event, ...values);
  };
}
