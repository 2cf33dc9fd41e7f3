import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { isForPrograms } from '../../auth/door-paths';
import { log } from '../../logging/log';
import { AppError } from '../../shared/app-error';
import { capBody } from './cap-body';
import { dropStalled } from './drop-stalled';
import { stripForgeableHeaders } from './forgeable-headers';
import { inspectRequest, isOwnOrigin } from './inspect-request';
import { type OwnAddresses, toOwnAddresses } from './own-addresses';
import { type DoorParts, passDoor } from './pass-door';
import * as refusals from './refusal';
import { type ApiRoute, createMethodFinder } from './route-methods';
import { contentSecurityPolicy, dataSecurityPolicy, securityHeaders } from './security-headers';

export type EntryOptions = DoorParts & {
  /**
   * The entry reads the port at each request, because the port may be known only after the server has begun
   * to listen.
   */
  port: () => number;
  /** This is the origin of a proxy in front, whose requests are accepted, too. */
  publicUrl: string | null;
  isDevelopment: boolean;
  /** While the server ends, each answer closes its connection, so that clients go to another server. */
  isEnding: () => boolean;
  /** Lists every route that is for programs. */
  routes: readonly ApiRoute[];
  /** Hands an upgrade to the development server's own socket. Without it, the entry rejects every upgrade. */
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
};

/**
 * Creates the HTTP entry in front of the framework. The entry rejects requests that our pages never send
 * (foreign Host, cross-origin changes, other content types, methods and addresses that no route has, large
 * bodies, upgrades), strips headers that only a proxy or the framework may set, and adds the security headers
 * to every response, including rejections and responses to unreadable requests.
 */
export function createEntry(options: EntryOptions): Server {
  const findMethods = createMethodFinder(options.routes);
  let known: OwnAddresses | null = null;
  const ownAddresses = () => {
    if (known?.port !== options.port()) known = toOwnAddresses(options.port(), options.publicUrl);
    return known;
  };
  const isSecure = ({ headers }: IncomingMessage) =>
    ownAddresses().secureHosts.has(headers.host?.toLowerCase() ?? '');
  const inspect = (request: IncomingMessage) => {
    const { method = '', url: target = '', headers, rawHeaders } = request;
    return inspectRequest({ method, target, headers, rawHeaders }, ownAddresses(), findMethods);
  };
  const answer = (request: IncomingMessage, response: ServerResponse, expectsContinue: boolean) => {
    // Only a page has scripts that need a nonce. Making a nonce takes a tenth of the time of a short answer.
    const nonce = isForPrograms(request.url ?? '') ? null : newNonce();
    const policy = nonce === null ? dataSecurityPolicy : contentSecurityPolicy(nonce, options.isDevelopment);
    setHeaders(response, securityHeaders(policy, isSecure(request)));
    if (options.isEnding()) response.setHeader('connection', 'close');
    // While the server ends, an open connection still brings requests, and nothing is there to answer them.
    const refusal = server.listening ? inspect(request) : refusals.stopping;
    if (refusal) {
      answerRefusal(response, refusal);
      return;
    }
    if (expectsContinue) response.writeContinue();
    stripForgeableHeaders(request, options.isDevelopment);
    if (nonce === null) response.setHeader('cache-control', 'no-store');
    else {
      request.headers['x-nonce'] = nonce;
      request.headers['content-security-policy'] = policy;
    }
    capBody(request, () => {
      if (response.headersSent) request.destroy();
      else answerRefusal(response, refusals.tooLarge, () => request.destroy());
    });
    passDoor(request, response, nonce, options).catch((error) => {
      const known = error instanceof AppError ? refusals.refuse(error.code, error.message) : null;
      // A browser that leaves breaks the connection, which is no failure of ours.
      if (!known && !request.socket.destroyed)
        log.error({ err: error }, 'A request failed outside of its route');
      if (response.headersSent) response.destroy();
      else answerRefusal(response, known ?? refusals.internalError);
    });
  };
  const refuseRaw = (socket: Duplex, refusal: refusals.Refusal) => {
    if (!socket.writable) return;
    socket.end(refusals.toRawAnswer(refusal, securityHeaders(dataSecurityPolicy)), () => socket.destroy());
  };

  // We answer a request without a Host header ourselves, with our headers, like any other invalid request.
  const server = createServer({ requireHostHeader: false, connectionsCheckingInterval: 2_000 });
  server.headersTimeout = 10_000;
  server.requestTimeout = 60_000;
  server.keepAliveTimeout = 5_000;
  dropStalled(server);
  server.on('request', (request, response) => answer(request, response, false));
  server.on('checkContinue', (request, response) => answer(request, response, true));
  server.on('checkExpectation', (_request, response) => {
    setHeaders(response, securityHeaders(dataSecurityPolicy));
    answerRefusal(response, refusals.unmetExpectation);
  });
  server.on('connect', (_request, socket) => refuseRaw(socket, refusals.noUpgrade));
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const isOwn = isOwnOrigin(request.headers.origin ?? '', ownAddresses());
    const refusal = inspect(request) ?? refusals.noUpgrade;
    if (options.upgrade && isOwn && refusal === refusals.noUpgrade) options.upgrade(request, socket, head);
    else refuseRaw(socket, refusal);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const hasAnswered = 'bytesWritten' in socket && Number(socket.bytesWritten) > 0;
    if (error.code === 'ECONNRESET' || hasAnswered) socket.destroy();
    else refuseRaw(socket, refusals.toParserRefusal(error.code));
  });
  return server;
}

function answerRefusal(response: ServerResponse, refusal: refusals.Refusal, whenSent?: () => void): void {
  const body = refusals.toErrorBody(refusal);
  response.writeHead(refusal.status, {
    ...refusals.refusalHeaders(refusal),
    'content-length': Buffer.byteLength(body),
  });
  response.end(body, whenSent);
}

function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
}

function newNonce(): string {
  return randomBytes(16).toString('base64');
}
