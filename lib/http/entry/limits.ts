import { type AskedRequest, type DoorAnswer, readLinkCode } from '../../auth/ask-door';
import { readDoorPath } from '../../auth/door-paths';
import type { RequestLimits } from '../../config/request-limits';
import type { Counter } from '../../db/ports/counter.port';
import { toClientKey } from '../../network/trusted-proxy';

type Insider = Extract<DoorAnswer, { type: 'let_in' }>;
type Counted = { name: keyof RequestLimits; client: string };

/** Says how many milliseconds a request is too early, or 0. `peer` is the address of its client. */
export type Limits = {
  /** Counts what a stranger tries, before the door looks it up. */
  waitBeforeDoor(request: AskedRequest, peer: string): Promise<number>;
  waitAfterDoor(request: AskedRequest, answer: DoorAnswer, peer: string): Promise<number>;
  /**
   * Counts a wrong password, code or token, by the status of the answer to a try. Many lock the address. A null
   * status means that the request was refused, so its password or code was not tried.
   */
  noteAnswer(request: AskedRequest, answer: DoorAnswer, peer: string, status: number | null): Promise<void>;
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
  const waitToTry = async (peer: string) => {
    const client = toClientKey(peer);
    return (await counter.lockedFor(client)) || wait([{ name: 'MAX_TRIES_PER_ADDRESS', client }]);
  };
  return {
    waitBeforeDoor: async (request, peer) => (isTry(request) ? waitToTry(peer) : 0),
    async waitAfterDoor(request, answer, peer) {
      const waitMs = await wait(toCounted(request, answer, peer));
      return waitMs > 0 || !isTryOfToken(request, answer) ? waitMs : waitToTry(peer);
    },
    async noteAnswer(request, answer, peer, status) {
      const isWrongTry = isTry(request) && status !== null && wrongStatuses.includes(status);
      const isWrong = isWrongTry || isTryOfToken(request, answer);
      if (isWrong) await counter.countWrong(toClientKey(peer), most.MAX_WRONG_SECRETS_PER_ADDRESS);
    },
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
  if (answer.type === 'let_in' && answer.isCounted) return [];
  if (answer.type !== 'let_in') return [{ name: 'MAX_STRANGER_REQUESTS_PER_ADDRESS', client: address }];
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

const isTryOfToken = ({ headers }: AskedRequest, answer: DoorAnswer): boolean =>
  answer.type === 'outside' && headers.authorization !== undefined;

/** A door answers a wrong secret, one that no longer counts, and one for a locked account with one of these. */
const wrongStatuses: readonly number[] = [401, 403, 404, 429];

const startsRun =
  /^\/api\/(?:workflows\/[^/]+\/runs|conversations\/[^/]+\/messages|runs\/[^/]+\/continue)\/?$/;
const streams = /^\/api\/runs\/[^/]+\/events\/?$/;

/** Says whether the answer is an event stream, which stays open. */
export const asksForStream = (request: AskedRequest): boolean => streams.test(toPath(request));

const toPath = ({ target }: AskedRequest) => target.split('?', 1)[0] ?? '';
