import type { IncomingHttpHeaders } from 'node:http';
import { type Credentials, type Door, keyHeader } from './door';

/** Says what the entry does with a request. */
export type DoorAnswer =
  /** Limits count by account and by session. The owner's token counts as a session of its own. */
  | { type: 'let_in'; accountId: string; sessionId: string }
  /** The browser opened a link, and gets in with this cookie. Without one, it is in already. */
  | { type: 'redirect'; location: string; cookie: string | null }
  /** A stranger may know only whether the server works. */
  | { type: 'health'; status: 'ok' | 'degraded' }
  | { type: 'outside'; why: 'no_session' | 'used' | 'expired' | 'unknown' }
  /** A change by a cookie comes from a page of this origin. Programs send a token. */
  | { type: 'no_origin' }
  /** The browser is in, but its page lost the key that every change needs. */
  | { type: 'no_key' };

export type AskedRequest = { method: string; target: string; headers: IncomingHttpHeaders };

/**
 * Asks the door about each request before any handler sees it. `isDegraded` tells whether the server can save
 * nothing at the moment.
 */
export function createAskDoor(door: Door, isDegraded: () => boolean) {
  return async (request: AskedRequest): Promise<DoorAnswer> => {
    const { method, target, headers } = request;
    const isReading = method === 'GET' || method === 'HEAD';
    const code = readLinkCode(request);
    const credentials = toCredentials(headers);
    if (code !== null) {
      const redeemed = await door.redeem(code, headers['user-agent'] ?? '');
      if (!('problem' in redeemed)) return { type: 'redirect', ...redeemed };
      // A browser that is in may open its old link again.
      const isIn = (await door.identify(credentials)) !== null;
      return isIn
        ? { type: 'redirect', location: '/', cookie: null }
        : { type: 'outside', why: redeemed.problem };
    }
    const visitor = await door.identify(credentials);
    if (visitor) {
      const accountId = visitor.actor.id;
      const letIn = {
        type: 'let_in',
        accountId,
        sessionId: visitor.session?.id ?? `token ${accountId}`,
      } as const;
      if (isReading || visitor.session === null) return letIn;
      // The entry has refused every other origin. A browser always sends one of these with a change.
      if (headers.origin === undefined && headers['sec-fetch-site'] === undefined)
        return { type: 'no_origin' };
      return door.mayChange(visitor, credentials) ? letIn : { type: 'no_key' };
    }
    if (isReading && target.split('?', 1)[0] === '/api/health')
      return { type: 'health', status: isDegraded() ? 'degraded' : 'ok' };
    return { type: 'outside', why: 'no_session' };
  };
}

/** Reads the code of a link. Returns null for every other request. */
export function readLinkCode({ method, target }: Omit<AskedRequest, 'headers'>): string | null {
  const [path, query] = target.split('?', 2);
  return path === '/' && method === 'GET' ? new URLSearchParams(query).get('code') : null;
}

/** Builds the address that lets one browser in. */
export const toLink = (address: string, code: string): string => `${address}/?code=${code}`;

export function toCredentials(headers: IncomingHttpHeaders): Credentials {
  const key = headers[keyHeader];
  return {
    cookie: headers.cookie ?? null,
    authorization: headers.authorization ?? null,
    key: typeof key === 'string' ? key : null,
  };
}
