import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskedRequest, DoorAnswer } from '../../auth/ask-door';
import { loadConfig } from '../../config/config';
import type { RequestLimits } from '../../config/request-limits';
import { createCounter } from '../../db/counts/create-counter';
import { createLimits } from './limits';

const defaults = loadConfig({}).requestLimits;
const small: RequestLimits = {
  ...defaults,
  MAX_READS_PER_SESSION: 3,
  MAX_READS_PER_ACCOUNT: 5,
  MAX_READS_PER_ADDRESS: 8,
};
const open = (most = small) => createLimits(most, createCounter());
const ask = (method: string, target: string, headers = {}): AskedRequest => ({ method, target, headers });
const read = ask('GET', '/api/conversations');
const insider = (sessionId = 's1', accountId = 'a1') => ({ type: 'let_in', sessionId, accountId }) as const;
const outside: DoorAnswer = { type: 'outside', why: 'no_session' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Asks as often as this, and returns the answers. */
async function repeat(times: number, once: () => Promise<number>): Promise<number[]> {
  const waits: number[] = [];
  for (let time = 0; time < times; time += 1) waits.push(await once());
  return waits;
}

describe('limits', () => {
  it('count to the limit, name the rest of the minute, and count from zero after it', async () => {
    const limits = open();
    const once = () => limits.waitAfterDoor(read, insider(), '192.0.2.1');
    expect(await repeat(3, once)).toEqual([0, 0, 0]);
    vi.advanceTimersByTime(20_000);
    expect(await repeat(2, once)).toEqual([40_000, 40_000]);
    vi.advanceTimersByTime(39_999);
    expect(await once()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await repeat(4, once)).toEqual([0, 0, 0, 60_000]);
  });

  it('leave out what another server has counted, unless it came from nobody', async () => {
    const limits = open();
    const passedOn = { ...insider(), isCounted: true };
    expect(await repeat(9, () => limits.waitAfterDoor(read, passedOn, '::1'))).toEqual(Array(9).fill(0));
    const forged = { ...insider(), isCounted: false };
    expect(await repeat(4, () => limits.waitAfterDoor(read, forged, '::1'))).toEqual([0, 0, 0, 60_000]);
  });

  it('count each password and each code as a try, and the files of a page as reads', async () => {
    const limits = open({ ...small, MAX_TRIES_PER_ADDRESS: 2, MAX_STRANGER_REQUESTS_PER_ADDRESS: 2 });
    const signIn = ask('POST', '/api/door/sign-in');
    expect(await repeat(3, () => limits.waitBeforeDoor(signIn, '192.0.2.1'))).toEqual([0, 0, 60_000]);
    expect(await limits.waitBeforeDoor(ask('POST', '/api/door/reset'), '192.0.2.1')).toBe(60_000);
    expect(await limits.waitBeforeDoor(ask('GET', '/api/door'), '192.0.2.1')).toBe(0);
    expect(await limits.waitBeforeDoor(signIn, '192.0.2.2')).toBe(0);
    const toAnswer = (target: string) => () =>
      limits.waitAfterDoor(ask('GET', target), { type: 'open' }, '192.0.2.3');
    expect(await repeat(5, toAnswer('/_next/static/a.js'))).toEqual([0, 0, 0, 0, 0]);
    expect(await repeat(3, toAnswer('/sign-in'))).toEqual([0, 0, 60_000]);
  });

  it('hold by session, by account and by address, and a flood of one session uses up nothing of others', async () => {
    const limits = open();
    const as = (session: string, account: string, peer: string) => () =>
      limits.waitAfterDoor(read, insider(session, account), peer);
    await repeat(100, as('s1', 'a1', '192.0.2.1'));
    expect(await repeat(3, as('s2', 'a1', '192.0.2.1'))).toEqual([0, 0, 60_000]);
    expect(await repeat(4, as('s3', 'a2', '192.0.2.1'))).toEqual([0, 0, 0, 60_000]);
    expect(await as('s4', 'a3', '192.0.2.1')()).toBe(60_000);
    expect(await as('s4', 'a3', '192.0.2.2')()).toBe(0);
  });

  it('for any limit and any number of requests, exactly that many pass in a minute', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 60 }),
        async (most, times) => {
          const limits = open({ ...defaults, MAX_CHANGES_PER_SESSION: most });
          const waits = await repeat(times, () =>
            limits.waitAfterDoor(ask('POST', '/api/conversations'), insider(), '::1'),
          );
          expect(waits.filter((wait) => wait === 0)).toHaveLength(Math.min(most, times));
          expect(waits.slice(most).every((wait) => wait > 0)).toBe(true);
        },
      ),
    );
  });

  it('hold for strangers by address, for wrong tokens and links more tightly, and never for health', async () => {
    const limits = open({ ...defaults, MAX_STRANGER_REQUESTS_PER_ADDRESS: 4, MAX_TRIES_PER_ADDRESS: 2 });
    const token = ask('GET', '/api/runs/run_1', { authorization: 'Bearer x' });
    expect(await repeat(3, () => limits.waitAfterDoor(token, outside, '192.0.2.1'))).toEqual([0, 0, 60_000]);
    const link = ask('GET', '/?co%64e=x');
    expect(await repeat(3, () => limits.waitBeforeDoor(link, '192.0.2.2'))).toEqual([0, 0, 60_000]);
    expect(await repeat(5, () => limits.waitAfterDoor(read, outside, '192.0.2.3'))).toEqual([
      0, 0, 0, 0, 60_000,
    ]);
    // Those who are in notice nothing.
    expect(await limits.waitAfterDoor(read, insider(), '192.0.2.3')).toBe(0);
    for (const answer of [outside, insider(), { type: 'health', status: 'ok' } as const])
      expect(
        await repeat(9, () => limits.waitAfterDoor(ask('GET', '/api/health'), answer, '192.0.2.3')),
      ).toEqual(Array(9).fill(0));
  });

  it('lock an address for 15 minutes after many wrong secrets of any kind, and nobody who is in', async () => {
    const limits = open({ ...defaults, MAX_WRONG_SECRETS_PER_ADDRESS: 4 });
    const [signIn, link] = [ask('POST', '/api/door/sign-in'), ask('GET', '/?code=x')];
    const token = ask('GET', '/api/runs', { authorization: 'Bearer x' });
    const peer = '192.0.2.1';
    const opened: DoorAnswer = { type: 'open' };
    for (const status of [200, 200, 400, null, 500]) await limits.noteAnswer(signIn, opened, peer, status);
    await limits.noteAnswer(read, outside, peer, 401);
    await limits.noteAnswer(ask('POST', '/api/runs/run_1/stop'), insider(), peer, 403);
    await limits.noteAnswer(signIn, opened, peer, 429);
    await limits.noteAnswer(link, outside, peer, 401);
    await limits.noteAnswer(token, outside, peer, 401);
    expect(await limits.waitBeforeDoor(signIn, peer)).toBe(0);
    await limits.noteAnswer(ask('POST', '/api/door/invitation'), opened, peer, 404);
    expect(await limits.waitBeforeDoor(signIn, peer)).toBe(900_000);
    expect(await limits.waitBeforeDoor(link, peer)).toBe(900_000);
    expect(await limits.waitAfterDoor(token, outside, peer)).toBe(900_000);
    expect(await limits.waitBeforeDoor(signIn, '192.0.2.2')).toBe(0);
    expect(await limits.waitAfterDoor(read, insider(), peer)).toBe(0);
    vi.advanceTimersByTime(899_000);
    expect(await limits.waitBeforeDoor(signIn, peer)).toBe(1_000);
    vi.advanceTimersByTime(1_000);
    expect(await limits.waitBeforeDoor(signIn, peer)).toBe(0);
  });

  it('hold for each way to start a run together', async () => {
    const limits = open({ ...defaults, MAX_RUN_STARTS_PER_ACCOUNT: 3 });
    const starts = [
      '/api/workflows/w/runs',
      '/api/conversations/c/messages',
      '/api/runs/r/continue',
      '/api/workflows/v/runs',
    ];
    const waits: number[] = [];
    for (const target of starts)
      waits.push(await limits.waitAfterDoor(ask('POST', target), insider(target), '::1'));
    expect(waits).toEqual([0, 0, 0, 60_000]);
    expect(await limits.waitAfterDoor(ask('POST', '/api/runs/r/stop'), insider(), '::1')).toBe(0);
  });
});

it('event streams take places by session, by account and in all, and give each back once', () => {
  const limits = open({
    ...defaults,
    MAX_STREAMS_PER_SESSION: 2,
    MAX_STREAMS_PER_ACCOUNT: 3,
    MAX_STREAMS: 4,
  });
  const first = limits.openStream(insider('s1', 'a1'));
  expect(first).not.toBeNull();
  expect(limits.openStream(insider('s1', 'a1'))).not.toBeNull();
  expect(limits.openStream(insider('s1', 'a1'))).toBeNull();
  expect(limits.openStream(insider('s2', 'a1'))).not.toBeNull();
  expect(limits.openStream(insider('s3', 'a1'))).toBeNull();
  expect(limits.openStream(insider('s4', 'a2'))).not.toBeNull();
  expect(limits.openStream(insider('s5', 'a3'))).toBeNull();
  first?.();
  expect(limits.openStream(insider('s5', 'a3'))).not.toBeNull();
});
