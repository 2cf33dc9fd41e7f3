import { type AskedRequest, type DoorAnswer, readLinkCode } from '../../auth/ask-door';
import { readDoorPath } from '../../auth/door-paths';
import type { RequestLimits } from '../../config/request-limits';
import { toClientKey } from '../../network/trusted-proxy';
import type { Counter } from './counter.port';

type Insider = Extract<DoorAnswer, { type: 'let_in' }>;
type Counted = { name: keyof RequestLimits; client: string };

/** Says how many milliseconds a request is too early, or 0. `peer` is the address of its client. */
export type Limits = {
  /** Counts what a stranger tries, before the door looks it up. */
  waitBeforeDoor(request: AskedRequest, peer: string): Promise<number>;
  waitAfterDoor(request: AskedRequest, answer: DoorAnswer, peer: string): Promise<number>;
  /** Takes a place for an event stream and returns what gives it back. Returns null when all are taken. */
  openStream(insider: Insider): (() => void) | null;
};

export function createLimits(most: RequestLimits, counter: Counter): Limits {
  const open = new Map<string, number>();
  const add = (key: string, change: number) => {
    const count = (open.get(key) ?? 0) + change;
    if (count === 0) open.delete(key);
    else open.set(key, count);
  };
  // A count that is used up ends the search: what one session asks for too often uses up nothing of others.
  const wait = async (all: readonly Counted[]) => {
    for (const { name, client } of all) {
      const waitMs = await counter.count(name, client, most[name]);
      if (waitMs > 0) return waitMs;
    }
    return 0;
  };
  return {
    waitBeforeDoor: (request, peer) => wait(isTry(request) ? [toTry(peer)] : []),
    waitAfterDoor: (request, answer, peer) => wait(toCounted(request, answer, peer)),
    openStream({ sessionId, accountId }) {
      const places: [string, number][] = [
        [`session ${sessionId}`, most.MAX_STREAMS_PER_SESSION],
        [`account ${accountId}`, most.MAX_STREAMS_PER_ACCOUNT],
        ['all', most.MAX_STREAMS],
      ];
      if (places.some(([key, limit]) => (open.get(key) ?? 0) >= limit)) return null;
      for (const [key] of places) add(key, 1);
      return () => {
        for (const [key] of places) add(key, -1);
      };
    },
  };
}

/**
 * Lists the counts that a request adds to, the narrowest first. Health is free, because an operator needs it
 * in a flood.
 */
function toCounted(request: AskedRequest, answer: DoorAnswer, peer: string): Counted[] {
  const address = toClientKey(peer);
  if (toPath(request) === '/api/health') return [];
  // A page at the door loads many files, and none of them says anything.
  if (answer.type === 'open' && readDoorPath(request.target) === 'asset')
    return [{ name: 'MAX_READS_PER_ADDRESS', client: address }];
  if (answer.type !== 'let_in') {
    const isTryOfToken = answer.type === 'outside' && request.headers.authorization !== undefined;
    return [
      { name: 'MAX_STRANGER_REQUESTS_PER_ADDRESS', client: address },
      ...(isTryOfToken ? [toTry(peer)] : []),
    ];
  }
  const { sessionId, accountId } = answer;
  if (request.method === 'GET' || request.method === 'HEAD') {
    return [
      { name: 'MAX_READS_PER_SESSION', client: sessionId },
      { name: 'MAX_READS_PER_ACCOUNT', client: accountId },
      { name: 'MAX_READS_PER_ADDRESS', client: address },
    ];
  }
  return [
    { name: 'MAX_CHANGES_PER_SESSION', client: sessionId },
    { name: 'MAX_CHANGES_PER_ACCOUNT', client: accountId },
    { name: 'MAX_CHANGES_PER_ADDRESS', client: address },
    ...(startsRun.test(toPath(request))
      ? [{ name: 'MAX_RUN_STARTS_PER_ACCOUNT' as const, client: accountId }]
      : []),
  ];
}

/** Somebody who knows a secret comes in by this request. */
const isTry = (request: AskedRequest): boolean =>
  readLinkCode(request) !== null || (request.method === 'POST' && toPath(request).startsWith('/api/door/'));

const startsRun =
  /^\/api\/(?:workflows\/[^/]+\/runs|conversations\/[^/]+\/messages|runs\/[^/]+\/continue)\/?$/;
const streams = /^\/api\/runs\/[^/]+\/events\/?$/;

/** Says whether the answer is an event stream, which stays open. */
export const asksForStream = (request: AskedRequest): boolean => streams.test(toPath(request));

const toTry = (peer: string): Counted => ({ name: 'MAX_TRIES_PER_ADDRESS', client: toClientKey(peer) });
const toPath = ({ target }: AskedRequest) => target.split('?', 1)[0] ?? '';
