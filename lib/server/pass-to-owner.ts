import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { keyHeader, serverHeader } from '../auth/door';
import type { ServerStore } from '../db/ports/server-store.port';
import type { Gate } from '../http/admit';
import { log } from '../logging/log';
import { AppError } from '../shared/app-error';
import { findState } from '../use-cases/list-servers';

type Parts = {
  servers: Pick<ServerStore, 'list' | 'now'>;
  /** All servers of a database know this origin, so the other one takes requests for it. */
  publicUrl: string | null;
  /** The other server takes this for `serverHeader`. Null while the key cannot be read. */
  serverToken: () => string | null;
  /** A server that has not begun to answer after this time counts as gone. */
  answersWithinMs?: number;
};

const passedHeaders = ['accept', 'authorization', 'content-type', 'cookie', 'range', keyHeader];
const answeredHeaders = [
  'accept-ranges',
  'content-disposition',
  'content-length',
  'content-range',
  'content-type',
  'last-modified',
];

/**
 * Creates what passes requests on to the server that has the files of a workspace. That server finds out by
 * itself who asks and whether they may.
 */
export function createOwnerPasser({
  servers,
  publicUrl,
  serverToken,
  answersWithinMs = 60_000,
}: Parts): Gate<never>['passOn'] {
  return async (request, body, name) => {
    const token = serverToken();
    // A request that came from a server does not go on to a third one.
    if (publicUrl === null || token === null || request.headers.has(serverHeader)) return null;
    const address = await findAddress(servers, name);
    if (address === null) return null;
    const { method, signal, url } = request;
    const { pathname, search } = new URL(url);
    const headers = {
      ...choose(passedHeaders, (header) => request.headers.get(header)),
      host: new URL(publicUrl).host,
      [serverHeader]: token,
      // This server has checked where a change comes from.
      ...(method !== 'GET' && method !== 'HEAD' && { origin: publicUrl }),
    };
    const tooLate = new AbortController();
    const timer = setTimeout(() => tooLate.abort(), answersWithinMs);
    try {
      const until = AbortSignal.any([signal, tooLate.signal]);
      return toResponse(await send(address + pathname + search, { method, headers, signal: until }, body));
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, server: name }, 'A request could not be passed on');
      throw new AppError(
        'workspace_unavailable',
        `These files are on the server “${name}”, which did not answer. Try again in a moment.`,
      );
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Returns null for a server that names no address. Throws `workspace_unavailable` for one that does not run. */
async function findAddress(servers: Parts['servers'], name: string): Promise<string | null> {
  const [rows, now] = await Promise.all([servers.list(), servers.now()]);
  const living = rows.filter((row) => row.name === name && findState(row, now) !== 'silent');
  if (living.length === 0)
    throw new AppError(
      'workspace_unavailable',
      `These files are on the server “${name}”, which is not running. Try again when it is there.`,
    );
  return living.find(({ address }) => address !== null)?.address ?? null;
}

/** `fetch` would put the other server's own address into the Host header. */
async function send(url: string, options: RequestOptions, body: string | null): Promise<IncomingMessage> {
  const outgoing = (url.startsWith('https:') ? httpsRequest : httpRequest)(url, options);
  outgoing.end(body ?? undefined);
  const [answer] = await once(outgoing, 'response');
  return answer;
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 502 } = answer;
  const headers = choose(answeredHeaders, (header) => answer.headers[header]?.toString() ?? null);
  const hasBody = answer.headers['content-length'] !== '0' && status !== 204;
  return new Response(hasBody ? (Readable.toWeb(answer) as ReadableStream) : null, { status, headers });
}

/** Returns the headers of these names that are there. */
function choose(names: readonly string[], find: (name: string) => string | null): Record<string, string> {
  const found = names.map((name) => [name, find(name)] as const);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== null));
}
