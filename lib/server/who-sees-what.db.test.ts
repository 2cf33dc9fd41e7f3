import '../logging/testing/quiet-log';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEntrances } from '../../scripts/lib/read-routes';
import { readSources } from '../../scripts/lib/route-table';
import { call, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { type Actor, localActor, scriptActor } from '../domain/actor';
import type { Run } from '../domain/run';
import type { Route } from '../http/route-frame';
import { createId, type RunId } from '../shared/ids';
import { oncePerProcess } from '../shared/once-per-process';
import { setConversationPrivacy } from '../use-cases/conversation-privacy';
import { renameConversation } from '../use-cases/conversations';
import { sendMessage } from '../use-cases/send-message';
import { startWorkflowRun } from '../use-cases/start-workflow-run';
import { type App, startApp } from './app';
import { createModelSource } from './model-source';

/** These tests ask every route for a private conversation, as every kind of person. */

const person = (name: string, role: string): Actor => ({ id: `usr_${name}`, name, role });
const ann = person('ann', 'operator');
const readers = {
  owner: ann,
  'token of the owner': { ...ann, scope: 'start' },
  'other operator': person('ben', 'operator'),
  approver: person('pia', 'approver'),
  admin: localActor,
  'script of the admin': scriptActor,
  viewer: person('vic', 'viewer'),
  'token of an approver': { ...person('pia', 'approver'), scope: 'start' },
  'token of an admin': { ...localActor, scope: 'read' },
} satisfies Record<string, Actor>;
type ReaderName = keyof typeof readers;
const names = Object.keys(readers) as ReaderName[];
const others = names.filter((name) => readers[name].id !== ann.id);
/** The request in Ann’s run waits for one of these. */
const signers: readonly ReaderName[] = ['approver', 'admin', 'script of the admin'];

/** These words are in the title, the messages, the values, the answers and the request, and nowhere else. */
const marks = { title: 'zebratitle', text: 'zebratext', request: 'zebrarequest' };
const allMarks = Object.values(marks);

const { entrances } = readEntrances(readSources('.'));
const routes = entrances.filter(({ method }) => method !== 'page');

let folder: string;
let app: App;
let ids: Record<'cnv' | 'run' | 'apr' | 'call', string>;
const missing = { cnv: createId('cnv'), run: createId('run'), apr: createId('apr'), call: createId('call') };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-seen-'));
  const script = scriptedModel([
    `The answer says ${marks.text}.`,
    call('write_file', { path: 'new.txt', content: marks.request }),
  ]);
  app = await startApp({
    environment: { DATA_DIR: path.join(folder, 'data'), WORKSPACE_DIR: path.join(folder, 'files') },
    models: (settings) => ({
      ...createModelSource({ model: null }, settings),
      ...scriptedSource(script.model),
    }),
  });
  for (const actor of Object.values(readers)) await app.services.actors.seed(actor);
  oncePerProcess('countersign', async () => ({
    ...app,
    identify: async (headers: Headers) => ({
      actor: readers[headers.get('x-reader') as ReaderName],
      session: null,
    }),
  }));
  const { services } = app;
  const started = await startWorkflowRun(services, ann, {
    workflowId: 'free-request',
    parameters: { request: `Tell me about ${marks.text}` },
  });
  await until(started.runId, 'completed');
  const { conversationId } = started;
  await renameConversation(services, ann, { conversationId, title: marks.title });
  const { runId } = await sendMessage(services, ann, { conversationId, text: `Write ${marks.text}` });
  const state = await until(runId, 'awaiting_approval');
  if (state.status !== 'awaiting_approval') throw new Error('The run waits');
  ids = { cnv: conversationId, run: runId, apr: state.approvalId, call: state.call.id };
  await setConversationPrivacy(services, ann, { conversationId, isPrivate: true });
});
afterAll(async () => {
  await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

async function until(runId: string, status: Run['state']['status']): Promise<Run['state']> {
  for (;;) {
    const run = await app.services.runs.find(runId as RunId);
    if (run?.state.status === status) return run.state;
    if (run?.state.status === 'failed') throw new Error(run.state.message);
    await sleep(5);
  }
}

type Sent = { file: string; method: string; query?: string; body?: string };

/** Sends a request to a route with these ids in its path, and reads a stream up to its first message. */
async function send(name: ReaderName, { file, method, query = '', body = '{}' }: Sent, given = ids) {
  const module = (await import(pathToFileURL(path.resolve(file)).href)) as Record<string, Route>;
  const route = module[method];
  if (!route) throw new Error(`${file} exports no ${method}`);
  const [, folderOf = ''] = /api\/(\w+)/.exec(file) ?? [];
  const kinds: Record<string, keyof typeof ids> = { conversations: 'cnv', runs: 'run', approvals: 'apr' };
  const kind = kinds[folderOf];
  const params = { id: kind ? given[kind] : 'free-request', callId: given.call };
  const leaving = new AbortController();
  const headers = { 'x-reader': name };
  const init = { method, headers, signal: leaving.signal, ...(method === 'GET' ? {} : { body }) };
  const response = await route(new Request(`http://localhost/x${query}`, init), {
    params: Promise.resolve(params),
  });
  const isStream = response.headers.get('content-type')?.includes('event-stream');
  const first = isStream ? await response.body?.getReader().read() : undefined;
  leaving.abort();
  const text = isStream ? new TextDecoder().decode(first?.value) : await response.text();
  return { status: response.status, text };
}

const found = (text: string) => allMarks.filter((mark) => text.toLowerCase().includes(mark));
const hasObject = ({ file }: { file: string }) => /api\/(conversations|runs|approvals)\/\[id\]/.test(file);
const lists = [
  '',
  ...allMarks.map((mark) => `?search=${mark}`),
  ...['pending', 'others', 'decided', 'approved', 'rejected', 'expired'].map((status) => `?status=${status}`),
  '?active=true',
  '?mine=true',
  '?by=usr_ann',
  '?kind=conversation_made_private',
  '?format=json',
];
const takesQuery = /api\/(conversations|approvals|audit|usage)\/(route|.*export)/;
const reads = routes
  .filter(({ method }) => method === 'GET')
  // This one only looks for models at addresses of this machine.
  .filter(({ file }) => !file.includes('local-servers'))
  .flatMap(({ file, method }) =>
    (takesQuery.test(file) ? lists : ['']).map((query) => ({ file, method, query })),
  );

describe.each(others)('the private conversation of someone else: %s', (name) => {
  it('reads nothing of it at any address', async () => {
    for (const route of reads) {
      const { text } = await send(name, route);
      const mayShow = signers.includes(name) && route.file.includes('api/approvals');
      const seen = found(text).filter((mark) => !(mayShow && mark === marks.request));
      expect([route, seen]).toEqual([route, []]);
    }
  });

  it('gets the answer for its ids that a thing gets which is not there, whatever the method', async () => {
    const bodies = [
      '{}',
      JSON.stringify({ title: 'Mine' }),
      JSON.stringify({ text: 'Hello' }),
      JSON.stringify({ isPrivate: false }),
      JSON.stringify({ choice: 'abort' }),
      JSON.stringify({ decision: 'reject' }),
    ];
    for (const route of routes.filter(hasObject)) {
      if (signers.includes(name) && route.file.includes('api/approvals')) continue;
      for (const body of route.method === 'GET' ? ['{}'] : bodies) {
        const [foreign, none] = [
          await send(name, { ...route, body }),
          await send(name, { ...route, body }, missing),
        ];
        expect([route, body, foreign]).toEqual([route, body, none]);
        if (route.method === 'GET') expect(foreign.status).toBe(404);
      }
    }
    expect(await app.services.runs.find(ids.run as RunId)).toMatchObject({
      state: { status: 'awaiting_approval' },
    });
  });

  it('starts nothing in it with a workflow, either', async () => {
    const start = routes.find(({ file }) => file.includes('workflows/[id]/runs'));
    if (!start) throw new Error('A route starts runs');
    const body = (conversationId: string) =>
      JSON.stringify({ parameters: { request: 'Hello' }, conversationId });
    const foreign = await send(name, { ...start, body: body(ids.cnv) });
    expect(foreign).toEqual(await send(name, { ...start, body: body(missing.cnv) }));
    expect([403, 404]).toContain(foreign.status);
  });
});

const approvalRoute = 'app/api/approvals/[id]/route.ts';
const stateRoute = 'app/api/approvals/[id]/state/route.ts';
const listRoute = 'app/api/approvals/route.ts';

describe('a request in a private conversation', () => {
  it.each(signers)('is shown to the %s, who may sign it, without its conversation', async (name) => {
    const { status, text } = await send(name, { file: approvalRoute, method: 'GET' });
    expect(status).toBe(200);
    expect(found(text)).toEqual([marks.request]);
    expect(JSON.parse(text)).toMatchObject({
      conversationId: null,
      conversationTitle: null,
      whyNotSign: null,
      startedBy: 'ann',
    });
    expect((await send(name, { file: stateRoute, method: 'GET' })).status).toBe(200);
    const list = JSON.parse((await send(name, { file: listRoute, method: 'GET' })).text);
    expect(list).toMatchObject({ pendingCount: 1, needsYouCount: 1, othersCount: 0 });
  });

  it.each(others.filter((name) => !signers.includes(name)))(
    'is counted for nobody like the %s, who may not sign it',
    async (name) => {
      const { text } = await send(name, { file: listRoute, method: 'GET', query: '?status=others' });
      expect(JSON.parse(text)).toMatchObject({ approvals: [], needsYouCount: 0, othersCount: 0 });
    },
  );
});

describe('the owner and their token', () => {
  it.each(['owner', 'token of the owner'] as const)('read it: the %s', async (name) => {
    const texts = await Promise.all(
      ['', 'export', 'run', 'events', 'call', 'list'].map(async (part) => {
        const files: Record<string, string> = {
          '': 'conversations/[id]',
          export: 'conversations/[id]/export',
          run: 'runs/[id]',
          events: 'runs/[id]/events',
          call: 'runs/[id]/calls/[callId]',
          list: 'conversations',
        };
        return (await send(name, { file: `app/api/${files[part]}/route.ts`, method: 'GET' })).text;
      }),
    );
    expect(texts.map((text) => found(text).length > 0)).toEqual(texts.map(() => true));
    const search = { file: 'app/api/conversations/route.ts', method: 'GET', query: `?search=${marks.text}` };
    expect(found((await send(name, search)).text)).toContain(marks.text);
  });

  it('have the values of the last start, and others have none', async () => {
    const workflows = { file: 'app/api/workflows/route.ts', method: 'GET' };
    expect(found((await send('owner', workflows)).text)).toEqual([marks.text]);
    expect(found((await send('admin', workflows)).text)).toEqual([]);
  });
});

it('an open conversation is read by all, and its stream ends soon after it is made private', async () => {
  const { services } = app;
  const set = (isPrivate: boolean) =>
    setConversationPrivacy(services, ann, { conversationId: ids.cnv, isPrivate });
  await set(false);
  for (const name of others)
    expect(
      found((await send(name, { file: 'app/api/conversations/[id]/route.ts', method: 'GET' })).text),
    ).toEqual([marks.title, marks.text]);
  const privacy = { file: 'app/api/conversations/[id]/privacy/route.ts', method: 'PUT' };
  const asked = await send('admin', { ...privacy, body: JSON.stringify({ isPrivate: true }) });
  expect(asked.status).toBe(403);
  expect(asked.text).toContain('You don’t have permission to do this.');
  const watch = async (name: ReaderName) => {
    const { GET } = (await import('../../app/api/runs/[id]/events/route')) as { GET: Route };
    const { body } = await GET(new Request('http://localhost/x', { headers: { 'x-reader': name } }), {
      params: Promise.resolve({ id: ids.run }),
    });
    const stream = body?.getReader();
    await stream?.read();
    return stream;
  };
  const stranger = await watch('viewer');
  await set(true);
  expect((await stranger?.read())?.done).toBe(true);
  const own = await watch('owner');
  await own?.cancel();
});
