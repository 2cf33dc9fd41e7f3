import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { requestJson, streamEvents } from './api-client';

afterEach(() => vi.unstubAllGlobals());

const shape = z.object({ count: z.number() });
const unreachable = { status: 0, code: 'unreachable' };

/** Returns an answer whose connection breaks after its first bytes. */
function answerBroken(start: string, status = 200) {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
    pull: (controller) => controller.error(new TypeError('network error')),
  });
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
}

async function readAll(events: AsyncIterable<unknown>) {
  const read: unknown[] = [];
  for await (const event of events) read.push(event);
  return read;
}

describe('a connection that breaks in the middle of an answer', () => {
  it('is told apart from an answer that the page does not understand', async () => {
    answerBroken('{"cou');
    await expect(requestJson(shape, '/api/x')).rejects.toMatchObject(unreachable);
    answerBroken('{"err', 503);
    await expect(requestJson(shape, '/api/x')).rejects.toMatchObject(unreachable);
    vi.stubGlobal('fetch', async () => new Response('{"cou'));
    await expect(requestJson(shape, '/api/x')).rejects.toMatchObject({ code: 'unexpected_answer' });
  });

  it('is told in our words when the answer is a stream', async () => {
    answerBroken('data: {"count":1}\n\n');
    await expect(readAll(streamEvents(shape, '/api/x', {}))).rejects.toMatchObject(unreachable);
  });

  it('is no failure when the page gave the request up', async () => {
    answerBroken('{"cou');
    const signal = AbortSignal.abort();
    await expect(requestJson(shape, '/api/x', { signal })).rejects.toBeInstanceOf(TypeError);
  });
});

it('a refusal for asking too often says how long the page waits', async () => {
  const refuse = (retryAfter: string) =>
    vi.stubGlobal('fetch', async () =>
      Response.json(
        { error: { code: 'too_many_requests', message: 'Too many requests.' } },
        { status: 429, headers: { 'retry-after': retryAfter } },
      ),
    );
  refuse('7');
  await expect(requestJson(shape, '/api/x')).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfterMs: 7_000,
  });
  for (const odd of ['', 'soon', '-1', '1e9', '99999']) {
    refuse(odd);
    await expect(requestJson(shape, '/api/x')).rejects.toMatchObject({ retryAfterMs: null });
  }
});
