import type { IncomingHttpHeaders } from 'node:http';
import { type Credentials, type Door, keyHeader, serverHeader } from './door';
import { isForPrograms, readDoorPath, toSignInAddress } from './door-paths';

/** `degraded`: the server can save nothing at the moment. `draining`: it ends, and starts no run. */
export type HealthStatus = 'ok' | 'degraded' | 'draining';

/** Says what the entry does with a request. */
export type DoorAnswer =
  /**
   * Limits count by account and by session. The owner's token counts as a session of its own. Another server has
   * counted a request that it passed on.
   */
  | { type: 'let_in'; accountId: string; sessionId: string; isCounted?: boolean }
  /** The browser opened a link, and gets in with this cookie. Without one, it is in already. */
  | { type: 'redirect'; location: string; cookie: string | null }
  /** A stranger may know only whether the server works. */
  | { type: 'health'; status: HealthStatus }
  | { type: 'outside'; why: 'no_session' | 'used' | 'expired' | 'unknown' | 'signed_out' | 'no_owner' }
  /** Everybody may ask this of a team's server, and everyone who asks counts as a stranger. */
  | { type: 'open' }
  /** A change by a cookie comes from a page of this origin. Programs send a token. */
  | { type: 'no_origin' }
  /** The browser is in, but its page lost the key that every change needs. */
  | { type: 'no_key' };

export type AskedRequest = { method: string; target: string; headers: IncomingHttpHeaders };

type AskDoor = (request: AskedRequest) => Promise<DoorAnswer>;

/** Asks the door of the local profile about each request before any handler sees it. */
export function createAskDoor(door: Door, findStatus: FindStatus): AskDoor {
  return async (request) => {
    const code = readLinkCode(request);
    if (code !== null) {
      const { headers } = request;
      const redeemed = await door.redeem(code, headers['user-agent'] ?? '');
      if (!('problem' in redeemed)) return { type: 'redirect', ...redeemed };
      // A browser that is in may open its old link again.
      const isIn = (await door.identify(toCredentials(headers))) !== null;
      return isIn
        ? { type: 'redirect', location: '/', cookie: null }
        : { type: 'outside', why: redeemed.problem };
    }
    return (
      (await askInsider(door, request)) ??
      answerHealth(request, findStatus) ?? { type: 'outside', why: 'no_session' }
    );
  };
}

/**
 * Asks the door of a team's server. Strangers get the pages and routes by which people come in. Until the
 * first owner exists, they get those that make one, and nobody is in.
 */
export function createAskTeamDoor(
  door: Door,
  findStatus: FindStatus,
  hasOwner: () => Promise<boolean>,
): AskDoor {
  return async (request) => {
    const { target } = request;
    const path = readDoorPath(target);
    if (path === 'asset' || path === 'door') return { type: 'open' };
    const stage = (await hasOwner()) ? 'sign_in' : 'setup';
    if (path === stage) return { type: 'open' };
    const letIn = stage === 'sign_in' ? await askInsider(door, request) : null;
    if (letIn !== null) return letIn;
    const health = answerHealth(request, findStatus);
    if (health !== null) return health;
    const isForPage = isReading(request) && !isForPrograms(target);
    if (!isForPage) return { type: 'outside', why: stage === 'setup' ? 'no_owner' : 'signed_out' };
    const location = stage === 'setup' ? '/setup' : path === 'setup' ? '/sign-in' : toSignInAddress(target);
    return { type: 'redirect', location, cookie: null };
  };
}

type FindStatus = () => HealthStatus;

/** Returns null for a stranger. */
async function askInsider(door: Door, request: AskedRequest): Promise<DoorAnswer | null> {
  const { headers } = request;
  const credentials = toCredentials(headers);
  const visitor = await door.identify(credentials);
  if (!visitor) return null;
  const accountId = visitor.actor.id;
  const server = headers[serverHeader];
  const letIn = {
    type: 'let_in',
    accountId,
    sessionId: visitor.session?.id ?? `token ${accountId}`,
    ...(typeof server === 'string' && { isCounted: door.isFromServer(server) }),
  } as const;
  if (isReading(request) || visitor.session === null) return letIn;
  // The entry has refused every other origin. A browser always sends one of these with a change.
  if (headers.origin === undefined && headers['sec-fetch-site'] === undefined) return { type: 'no_origin' };
  return door.mayChange(visitor, credentials) ? letIn : { type: 'no_key' };
}

function answerHealth(request: AskedRequest, findStatus: FindStatus): DoorAnswer | null {
  const isHealth = isReading(request) && request.target.split('?', 1)[0] === '/api/health';
  return isHealth ? { type: 'health', status: findStatus() } : null;
}

const isReading = ({ method }: AskedRequest): boolean => method === 'GET' || method === 'HEAD';

/** Reads the code of a link. Returns null for every other request. */
export function readLinkCode({ method, target }: Omit<AskedRequest, 'headers'>): string | null {
  const [path, query] = target.split('?', 2);
  return path === '/' && method === 'GET' ? new URLSearchParams(query).get('code') : null;
}

/** Builds the address that lets one browser in. */
export const toLink = (address: string, code: string): string => `${address}/?code=${code}`;

function toCredentials(headers: IncomingHttpHeaders): Credentials {
  const key = headers[keyHeader];
  return {
    cookie: headers.cookie ?? null,
    authorization: headers.authorization ?? null,
    key: typeof key === 'string' ? key : null,
  };
}
