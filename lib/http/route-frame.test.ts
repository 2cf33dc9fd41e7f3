import '../logging/testing/quiet-log';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type Actor, localActor } from '../domain/actor';
import { createAuthorize } from '../policy/authorize';
import { AppError } from '../shared/app-error';
import { toEventStream } from './event-stream';
import { createRouteFrame } from './route-frame';
import { openGate } from './testing/open-gate';

const handleRoute = createRouteFrame(openGate());

const body = z.strictObject({ text: z.string().check(z.minLength(1)) });
const route = handleRoute({ action: 'runs.start', body, status: 202 }, async (input) => ({
  got: input.body.text,
  id: input.param('id'),
}));
const post = (text: string) =>
  route(new Request('http://localhost/x', { method: 'POST', body: text }), {
    params: Promise.resolve({ id: '7' }),
  });
const get = (handle: () => Promise<unknown>) =>
  handleRoute({ action: 'runs.read' }, handle)(new Request('http://localhost/x'), {
    params: Promise.resolve({}),
  });

type Options = Parameters<typeof handleRoute>[0];
/** This does not compile if a route may leave out its action. */
const isActionOptional: Record<never, never> extends Pick<Options, 'action'> ? true : false = false;

describe('the frame of every route', () => {
  it('needs an action', () => {
    expect(isActionOptional).toBe(false);
  });

  it('asks again once the body is there, because the client may have lost its access meanwhile', async () => {
    let isIn = true;
    const framed = createRouteFrame(
      openGate({ identify: async () => (isIn ? { actor: localActor, session: null } : null) }),
    );
    let calls = 0;
    const change = framed({ action: 'runs.start', body }, async () => {
      calls += 1;
    });
    let sendRest = () => {};
    const slow = new ReadableStream({
      start(controller) {
        sendRest = () => {
          controller.enqueue(new TextEncoder().encode('{"text":"late"}'));
          controller.close();
        };
      },
    });
    const request = new Request('http://localhost/x', {
      method: 'POST',
      body: slow,
      duplex: 'half',
    } as RequestInit);
    const answer = change(request, { params: Promise.resolve({}) });
    await vi.waitFor(() => expect(request.bodyUsed).toBe(true));
    isIn = false;
    sendRest();
    expect([(await answer).status, calls]).toEqual([401, 0]);
  });

  it('refuses a role that may not change what another person started, and calls no use case', async () => {
    const helper: Actor = { id: 'usr_helper', name: 'Helper', role: 'helper' };
    const framed = createRouteFrame(
      openGate({
        identify: async () => ({ actor: helper, session: null }),
        authorize: createAuthorize({ helper: { stop: 'own' } }),
        findOwned: async (id) => ({ ownerId: id === 'mine' ? helper.id : localActor.id }),
      }),
    );
    const stopped: string[] = [];
    const stop = framed({ action: 'runs.stop' }, async ({ param }) => void stopped.push(param('id')));
    const send = async (id: string) =>
      (await stop(new Request('http://localhost/x'), { params: Promise.resolve({ id }) })).status;
    expect([await send('mine'), await send('theirs')]).toEqual([204, 403]);
    expect(stopped).toEqual(['mine']);
  });

  it('lets a stream stay until its client is refused, and through an outage of the database', async () => {
    let identify = async (): Promise<{ actor: Actor; session: null } | null> => ({
      actor: localActor,
      session: null,
    });
    let sees = async () => true;
    const framed = createRouteFrame(
      openGate({ identify: () => identify(), authorize: createAuthorize(), sees: () => sees() }),
    );
    let mayStay = async () => false;
    const watch = framed({ action: 'runs.read' }, async (input) => {
      mayStay = input.mayStay;
    });
    await watch(new Request('http://localhost/x'), { params: Promise.resolve({ id: 'run_1' }) });
    expect(await mayStay()).toBe(true);
    const fail = async () => {
      throw new AppError('database_unavailable', 'The disk is gone');
    };
    sees = fail;
    expect(await mayStay()).toBe(true);
    identify = fail;
    expect(await mayStay()).toBe(true);
    sees = async () => false;
    identify = async () => ({ actor: localActor, session: null });
    expect(await mayStay()).toBe(false);
    sees = async () => true;
    identify = async () => null;
    expect(await mayStay()).toBe(false);
    identify = async () => ({ actor: { ...localActor, role: 'nobody' }, session: null });
    expect(await mayStay()).toBe(false);
  });

  it('answers what the use case answers, with the status of the route', async () => {
    const response = await post('{"text":"hi"}');
    expect([response.status, await response.json()]).toEqual([202, { got: 'hi', id: '7' }]);
  });

  it('half a surrogate pair in a text is replaced before anything reads it', async () => {
    const response = await post('{"text":"a\\ud800b \\ud83d\\ude00 \\\\ud800"}');
    expect((await response.json()).got).toBe('a\ufffdb 😀 \\ud800');
  });

  it('a body is parsed without a look at each of its values', async () => {
    const parse = vi.spyOn(JSON, 'parse');
    await post('{"text":"\\ud83d\\ude00 \\ud800"}');
    const calls = [...parse.mock.calls];
    parse.mockRestore();
    expect(calls.map(([, reviver]) => reviver)).toEqual([undefined]);
  });

  it('bytes that are not UTF-8, and a body that breaks off, are the caller’s mistake', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('aborted')) });
    for (const bytes of [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), broken]) {
      const init = { method: 'POST', body: bytes, duplex: 'half' };
      const response = await route(new Request('http://localhost/x', init as RequestInit), {});
      expect([response.status, (await response.json()).error.code]).toEqual([400, 'malformed_json']);
    }
  });

  it('malformed JSON is a 400, as is a body that does not fit, field by field', async () => {
    const malformed = await post('{"text":');
    expect([malformed.status, (await malformed.json()).error.code]).toEqual([400, 'malformed_json']);
    const oddLength = '{"text":{"length":{"toString":1,"valueOf":1}}}';
    for (const text of ['', '{}', '[]', 'null', '{"text":1}', '{"text":"a","more":1}', oddLength]) {
      const response = await post(text);
      expect([text, response.status, (await response.json()).error.code]).toEqual([
        text,
        400,
        'invalid_body',
      ]);
    }
    expect((await (await post('{}')).json()).error.fields).toEqual({
      text: 'Text is required.',
    });
  });

  it('a caller’s mistake keeps its code and details', async () => {
    const response = await get(async () => {
      throw new AppError('run_active', 'busy', { runId: 'run_1' });
    });
    expect([response.status, await response.json()]).toEqual([
      409,
      { error: { code: 'run_active', message: 'busy', runId: 'run_1' } },
    ]);
  });

  it('requests for one address that come together share one reading, and each gets all of it', async () => {
    let readings = 0;
    const list = handleRoute({ action: 'runs.read', isShared: true }, async ({ query }) => {
      readings += 1;
      return { page: query.get('page'), reading: readings };
    });
    const ask = async (page: string) => {
      const response = await list(new Request(`http://localhost/x?page=${page}`), {});
      // The framework reads the body as a stream, and a stream takes away the bytes that it was made of.
      return [response.headers.get('content-type'), await new Response(response.body).json()];
    };
    const answers = await Promise.all([ask('1'), ask('2'), ask('1')]);
    const later = await ask('1');
    const json = (answer: object) => ['application/json', answer];
    expect([...answers, later]).toEqual([
      json({ page: '1', reading: 1 }),
      json({ page: '2', reading: 2 }),
      json({ page: '1', reading: 1 }),
      json({ page: '1', reading: 3 }),
    ]);
  });

  it('answers HEAD with the headers of a stream of events that never begins and asks nothing', async () => {
    vi.useFakeTimers();
    try {
      let begun = 0;
      let asked = 0;
      const framed = createRouteFrame(
        openGate({
          async identify() {
            asked += 1;
            return { actor: localActor, session: null };
          },
        }),
      );
      const watch = framed({ action: 'runs.read' }, async ({ signal, mayStay }) =>
        toEventStream(
          async function* () {
            begun += 1;
            yield { id: 1, message: {} };
          },
          signal,
          mayStay,
        ),
      );
      const answer = await watch(new Request('http://localhost/x', { method: 'HEAD' }), {});
      expect([answer.status, answer.body]).toEqual([200, null]);
      expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      await vi.advanceTimersByTimeAsync(10_000);
      expect({ begun, asked, timers: vi.getTimerCount() }).toEqual({ begun: 0, asked: 1, timers: 0 });
    } finally {
      vi.useRealTimers();
    }
  });

  it('answers HEAD without the body of a download or of another server, and ends both', async () => {
    const ended: string[] = [];
    const toStream = (name: string) => new ReadableStream({ cancel: () => void ended.push(name) });
    const framed = createRouteFrame(
      openGate({ passOn: async (_, __, server) => new Response(toStream(server), { status: 206 }) }),
    );
    const send = (handle: () => Promise<unknown>) =>
      framed({ action: 'runs.read' }, handle)(new Request('http://localhost/x', { method: 'HEAD' }), {});
    const headers = { 'content-disposition': 'attachment' };
    const download = await send(async () => new Response(toStream('download'), { headers }));
    expect([download.status, download.body]).toEqual([200, null]);
    expect(download.headers.get('content-disposition')).toBe('attachment');
    const passedOn = await send(async () => {
      throw new AppError('workspace_unavailable', 'The files are elsewhere.', { server: 'alpha' });
    });
    expect([passedOn.status, passedOn.body]).toEqual([206, null]);
    expect(ended).toEqual(['download', 'alpha']);
  });

  it('a bug returns an id and nothing else', async () => {
    const response = await get(async () => {
      throw new Error('password is hunter2');
    });
    const { error } = await response.json();
    expect(response.status).toBe(500);
    expect(error).toEqual({
      code: 'internal_error',
      message: expect.stringContaining(error.errorId),
      errorId: expect.stringMatching(/^err_[0-9a-f]{32}$/),
    });
    expect(JSON.stringify(error)).not.toContain('hunter2');
  });

  it('lets the server that has the files answer, with the body that came, and says so where none can', async () => {
    const passed: unknown[] = [];
    const framed = createRouteFrame(
      openGate({
        async passOn(request, text, server) {
          passed.push([request.method, text, server]);
          if (server === 'gone') throw new AppError('workspace_unavailable', 'It is not running.');
          return server === 'alpha' ? Response.json({ from: server }) : null;
        },
      }),
    );
    const send = async (details: { server?: string }) => {
      const absent = framed({ action: 'runs.start', body }, async () => {
        throw new AppError('workspace_unavailable', 'The files are elsewhere.', details);
      });
      const request = new Request('http://localhost/x', { method: 'POST', body: '{"text":"plan"}' });
      const answer = await absent(request, { params: Promise.resolve({}) });
      return [answer.status, await answer.json()];
    };
    expect(await send({ server: 'alpha' })).toEqual([200, { from: 'alpha' }]);
    expect(passed).toEqual([['POST', '{"text":"plan"}', 'alpha']]);
    const code = 'workspace_unavailable';
    expect(await send({ server: 'gone' })).toEqual([409, { error: { code, message: 'It is not running.' } }]);
    const here = { error: { code, message: 'The files are elsewhere.', server: 'beta' } };
    expect(await send({ server: 'beta' })).toEqual([409, here]);
    expect((await send({}))[0]).toBe(409);
    expect(passed).toHaveLength(3);
  });
});
