import '../logging/testing/quiet-log';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEntrances } from '../../scripts/lib/read-routes';
import { readSources } from '../../scripts/lib/route-table';
import { call, scriptedModel, scriptedSource } from '../../tests/scripted-model';
import { type Actor, caretakerActor } from '../domain/actor';
import type { Run } from '../domain/run';
import type { Route } from '../http/route-frame';
import { createId, type RunId } from '../shared/ids';
import type { JsonObject } from '../shared/json';
import { oncePerProcess } from '../shared/once-per-process';
import { renameConversation } from '../use-cases/conversations';
import { sendMessage } from '../use-cases/send-message';
import { startWorkflowRun } from '../use-cases/start-workflow-run';
import { createModelSource } from './model-source';
import { openTeam } from './testing/open-team';

/**
 * These tests ask every route for a conversation of a workspace, as people who are not in it, and every tool for
 * the files of another workspace.
 */

type Team = Awaited<ReturnType<typeof openTeam>>;
let team: Team;
let actors: Record<'ada' | 'ann' | 'pia' | 'vic' | 'caretaker' | 'token', Actor>;
let ids: Record<'cnv' | 'run' | 'apr' | 'call', string>;
const missing = { cnv: createId('cnv'), run: createId('run'), apr: createId('apr'), call: createId('call') };
const strangers = ['ada', 'pia', 'vic', 'caretaker', 'token'] as const;
type Name = keyof typeof actors;

/** These words are in the workspace’s name, its conversation and its files, and nowhere else. */
const marks = ['zebratitle', 'zebratext', 'zebrarequest', 'zebrafile', 'zebrainside', 'zebraname'];
const found = (text: string) => marks.filter((mark) => text.toLowerCase().includes(mark));

const { entrances } = readEntrances(readSources('.'));
const routes = entrances.filter(({ method }) => method !== 'page');

beforeAll(async () => {
  const script = scriptedModel([
    'The answer says zebratext.',
    call('write_file', { path: 'new.txt', content: 'zebrarequest' }),
  ]);
  team = await openTeam({
    async prepare(folder) {
      for (const name of ['open', 'books']) await mkdir(path.join(folder, name));
      await writeFile(path.join(folder, 'books', 'zebrafile.txt'), 'zebrainside\n');
      await writeFile(path.join(folder, 'open', 'own.txt'), 'own\n');
      await symlink(path.join(folder, 'books'), path.join(folder, 'open', 'way-in'));
      await symlink(path.join(folder, 'books', 'zebrafile.txt'), path.join(folder, 'open', 'file-in'));
      const file = path.join(folder, 'spaces.yaml');
      await writeFile(
        file,
        '- { id: open, name: Open, folder: open }\n- { id: books, name: Zebraname, folder: books, people: [Ann@example.com] }\n',
      );
      return { WORKSPACES_FILE: file };
    },
    models: (settings) => ({
      ...createModelSource({ model: null }, settings),
      ...scriptedSource(script.model),
    }),
  });
  const { app, services } = team;
  const ada = (await team.addOwner()).actor;
  const add = async (name: string, role: 'operator' | 'approver' | 'viewer') =>
    (await team.addPerson(ada, `${name}@example.com`, role)).actor;
  const ann = await add('ann', 'operator');
  const pia = await add('pia', 'approver');
  const vic = await add('vic', 'viewer');
  actors = { ada, ann, pia, vic, caretaker: caretakerActor, token: { ...pia, scope: 'start' } };
  oncePerProcess('countersign', async () => ({
    ...app,
    identify: async (headers: Headers) => ({ actor: actors[headers.get('x-reader') as Name], session: null }),
  }));
  const own = await app.servicesFor(ann);
  const started = await startWorkflowRun(own, ann, {
    workflowId: 'free-request',
    parameters: { request: 'Tell me about zebratext' },
    workspaceId: 'books',
  });
  await until(started.runId, 'completed');
  const { conversationId } = started;
  await renameConversation(own, ann, { conversationId, title: 'zebratitle' });
  const { runId } = await sendMessage(own, ann, { conversationId, text: 'Write zebratext' });
  const state = await until(runId, 'awaiting_approval');
  if (state.status !== 'awaiting_approval') throw new Error('The run waits');
  ids = { cnv: conversationId, run: runId, apr: state.approvalId, call: state.call.id };

  async function until(id: string, status: Run['state']['status']): Promise<Run['state']> {
    for (;;) {
      const run = await services.runs.find(id as RunId);
      if (run?.state.status === status) return run.state;
      if (run?.state.status === 'failed') throw new Error(run.state.message);
      await sleep(5);
    }
  }
});
afterAll(() => team.close());

type Sent = { file: string; method: string; query?: string; body?: string };

async function send(name: Name, { file, method, query = '', body = '{}' }: Sent, given = ids) {
  const module = (await import(pathToFileURL(path.resolve(file)).href)) as Record<string, Route>;
  const route = module[method];
  if (!route) throw new Error(`${file} exports no ${method}`);
  const kinds: Record<string, keyof typeof ids> = { conversations: 'cnv', runs: 'run', approvals: 'apr' };
  const kind = kinds[/api\/(\w+)/.exec(file)?.[1] ?? ''];
  const params = { id: kind ? given[kind] : 'free-request', callId: given.call };
  const leaving = new AbortController();
  const init = {
    method,
    headers: { 'x-reader': name },
    signal: leaving.signal,
    ...(method === 'GET' ? {} : { body }),
  };
  const response = await route(new Request(`http://localhost/x${query}`, init), {
    params: Promise.resolve(params),
  });
  const isStream = response.headers.get('content-type')?.includes('event-stream');
  const first = isStream ? await response.body?.getReader().read() : undefined;
  leaving.abort();
  const text = isStream ? new TextDecoder().decode(first?.value) : await response.text();
  return { status: response.status, text };
}

const queries = [
  '',
  ...marks.map((mark) => `?search=${mark}`),
  ...['pending', 'others', 'decided'].map((status) => `?status=${status}`),
  '?active=true',
  '?workspace=books',
  '?workspace=books&path=zebrafile.txt',
  '?workspace=open&path=way-in/zebrafile.txt',
  '?workspace=books&text=z',
  '?kind=conversation_renamed',
];
const takesQuery =
  /api\/(conversations|approvals|audit|usage|files|settings\/samples)\/(route|.*export|raw|paths)/;
const reads = routes
  .filter(({ method, file }) => method === 'GET' && !file.includes('local-servers'))
  .flatMap(({ file, method }) =>
    (takesQuery.test(file) || /api\/(files|settings\/samples)/.test(file) ? queries : ['']).map((query) => ({
      file,
      method,
      query,
    })),
  );
const hasObject = ({ file }: { file: string }) => /api\/(conversations|runs|approvals)\/\[id\]/.test(file);
/** This list shows to admins how workspaces are configured. */
const isConfiguration = ({ file }: { file: string }) => file.includes('settings/workspaces');

describe.each(strangers)('a workspace that somebody is not in: %s', (name) => {
  it('reads nothing of it at any address', async () => {
    for (const route of reads.filter((one) => !isConfiguration(one))) {
      // An answer may repeat the words that were asked for.
      const { status, text } = await send(name, route);
      const seen = status < 400 ? found(text) : found(text).filter((mark) => !route.query.includes(mark));
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
      JSON.stringify({ decision: 'approve' }),
      JSON.stringify({ decision: 'break_glass', reason: 'I want to' }),
    ];
    for (const route of routes.filter(hasObject))
      for (const body of route.method === 'GET' ? ['{}'] : bodies) {
        const [foreign, none] = [
          await send(name, { ...route, body }),
          await send(name, { ...route, body }, missing),
        ];
        expect([route, body, foreign]).toEqual([route, body, none]);
        if (route.method === 'GET') expect(foreign.status).toBe(404);
      }
    expect(await team.services.runs.find(ids.run as RunId)).toMatchObject({
      state: { status: 'awaiting_approval' },
    });
  });

  it('starts and changes nothing in it, and hears the same as of one that never existed', async () => {
    const targets = routes.filter(
      ({ file, method }) =>
        method === 'POST' &&
        /workflows\/\[id\]\/(runs|plan)|api\/conversations\/route|settings\/samples/.test(file),
    );
    expect(targets.length).toBeGreaterThan(4);
    for (const route of targets)
      for (const more of [{}, { parameters: { request: 'Hello' } }]) {
        const body = (workspaceId: string) => JSON.stringify({ ...more, workspaceId });
        const foreign = await send(name, { ...route, body: body('books') });
        expect([route, foreign]).toEqual([route, await send(name, { ...route, body: body('none') })]);
        expect(foreign.status).toBeGreaterThanOrEqual(400);
      }
  });

  it('is counted for nobody', async () => {
    const list = JSON.parse((await send(name, { file: 'app/api/approvals/route.ts', method: 'GET' })).text);
    expect(list).toMatchObject({ approvals: [], pendingCount: 0, needsYouCount: 0, othersCount: 0 });
    const me = JSON.parse((await send(name, { file: 'app/api/me/route.ts', method: 'GET' })).text);
    expect(me.workspaces).toMatchObject([{ id: 'open', name: 'Open', elsewhere: null }]);
  });
});

describe('a workspace', () => {
  it('is open to the person in it', async () => {
    const get = async (file: string, query = '') =>
      (await send('ann', { file: `app/api/${file}/route.ts`, method: 'GET', query })).text;
    expect(found(await get('conversations/[id]'))).toEqual(['zebratitle', 'zebratext']);
    expect(found(await get('approvals/[id]'))).toContain('zebrarequest');
    expect(found(await get('conversations'))).toContain('zebratitle');
    expect(found(await get('files', '?workspace=books&path=zebrafile.txt'))).toContain('zebrainside');
    expect(JSON.parse(await get('me')).workspaces).toHaveLength(2);
  });

  it('shows to admins how it is configured, and to nobody else', async () => {
    const read = (name: Name) => send(name, { file: 'app/api/settings/workspaces/route.ts', method: 'GET' });
    expect(JSON.parse((await read('ada')).text).workspaces).toMatchObject([
      { id: 'open', people: null, state: 'here' },
      { id: 'books', name: 'Zebraname', people: ['ann@example.com'], state: 'here' },
    ]);
    for (const name of ['ann', 'pia', 'vic'] as const) expect((await read(name)).status).toBe(403);
  });
});

describe('the tools of one workspace', () => {
  const up = '../books/zebrafile.txt';
  const into = (file: string): [string, JsonObject][] => [
    ['read_file', { path: file }],
    ['list_files', { path: path.dirname(file) }],
    ['search_files', { query: 'inside', path: path.dirname(file) }],
    ['write_file', { path: file, content: 'mine' }],
    ['edit_file', { path: file, old_text: 'inside', new_text: 'mine' }],
    ['move_file', { from: file, to: 'mine.txt' }],
    ['move_file', { from: 'own.txt', to: file }],
    ['delete_file', { path: file }],
    ['run_command', { command: 'cat zebrafile.txt', folder: path.dirname(file) }],
  ];

  it.each(['by ..', 'by an absolute path', 'by a link to the folder', 'by a link to a file'])(
    'reach no other one %s',
    async (way) => {
      const { toolbox } = team.services.workspaces.parts('open');
      const books = team.services.workspaces.find('books')?.folder ?? '';
      const ways: Record<string, string> = {
        'by ..': up,
        'by an absolute path': path.join(books, 'zebrafile.txt'),
        'by a link to the folder': 'way-in/zebrafile.txt',
        'by a link to a file': 'file-in',
      };
      const names = await toolbox.names();
      for (const [tool, parameters] of into(ways[way] ?? '')) {
        const prepared = await toolbox.prepare({ tool, parameters, listed: names });
        const done = await toolbox.execute(
          { tool, parameters, targetFingerprint: null },
          new AbortController().signal,
        );
        expect([way, tool, JSON.stringify([prepared, done]).includes('zebrainside')]).toEqual([
          way,
          tool,
          false,
        ]);
      }
      const { files } = team.services.workspaces.parts('books');
      expect((await files.readStart('zebrafile.txt', 100))?.text).toBe('zebrainside\n');
      const seen = (await files.list('', 10))?.entries.map(({ path: name }) => name);
      expect(seen).toEqual(['zebrafile.txt']);
    },
  );
});
