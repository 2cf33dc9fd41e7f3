import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { toEventStream } from './event-stream';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Sends one message and then nothing, until it is stopped. */
async function* quietSource(signal: AbortSignal) {
  yield { id: 1, message: { text: 'hello' } };
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
}

function open(mayStay: () => Promise<boolean>) {
  const client = new AbortController();
  const { body } = toEventStream(quietSource, client.signal, mayStay);
  if (!body) throw new Error('A stream has a body');
  return { client, reader: body.getReader() };
}

describe('a stream of events', () => {
  it('ends within five seconds when its client may no longer read it', async () => {
    let mayStay = true;
    const { reader } = open(async () => mayStay);
    expect((await reader.read()).done).toBe(false);
    const next = reader.read();
    await vi.advanceTimersByTimeAsync(10_000);
    mayStay = false;
    // The door may remember for two of the five seconds that the client was in.
    await vi.advanceTimersByTimeAsync(3_000);
    expect((await next).done).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes on while its client may read it', async () => {
    const { reader } = open(async () => true);
    await reader.read();
    const next = reader.read();
    await vi.advanceTimersByTimeAsync(16_000);
    expect(new TextDecoder().decode((await next).value)).toBe(': still here\n\n');
    await reader.cancel();
  });

  it('of many asks at the same moment as some of them, and each asks once in two seconds', async () => {
    const askedAtMs: number[][] = [];
    const clients = Array.from({ length: 25 }, (_, index) => {
      askedAtMs[index] = [];
      return open(async () => {
        askedAtMs[index]?.push(Date.now());
        return true;
      }).client;
    });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(askedAtMs.map(({ length }) => length)).toEqual(clients.map(() => 3));
    expect(new Set(askedAtMs.map(([first]) => first)).size).toBe(10);
    for (const client of clients) client.abort();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('asks once while the answer takes long, and again when there is none', async () => {
    const answers: ((mayStay: boolean) => void)[] = [];
    const { reader } = open(() => new Promise((resolve) => answers.push(resolve)));
    await reader.read();
    const next = reader.read();
    await vi.advanceTimersByTimeAsync(8_000);
    expect(answers.length).toBe(1);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(answers.length).toBe(2);
    answers[1]?.(false);
    expect((await next).done).toBe(true);
  });

  it('asks nothing more once its client left', async () => {
    let asked = 0;
    const { client, reader } = open(async () => {
      asked += 1;
      return true;
    });
    await reader.read();
    client.abort();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toBe(0);
  });
});
