import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { call, scriptedSource } from '../../../tests/scripted-model';
import { hashSecret } from '../../auth/secret-text';
import { isTerminal } from '../../domain/run';
import { apiRoutes } from '../../http/entry/api-routes';
import { createEntry } from '../../http/entry/create-entry';
import { createRouteFinder } from '../../http/entry/route-methods';
import type { Route } from '../../http/route-frame';
import { entryOptions } from '../../http/testing/entry-options';
import { emptyReply } from '../../llm/testing/empty-reply';
import type { Model } from '../../models/model.port';
import type { RunId } from '../../shared/ids';
import { oncePerProcess } from '../../shared/once-per-process';
import { defineTool } from '../../tools/define-tool';
import { createModelSource } from '../model-source';
import { codeOf, openTeam } from './open-team';
import type { Asked } from './told-acts';
import { kindOf, toRequest } from './told-requests';
import { flows, type Who } from './told-team';

const act = defineTool({
  name: 'act',
  description: 'Acts.',
  parameters: { type: 'object', properties: { risk: { type: 'string' } }, required: ['risk'] },
  effect: 'changes',
  capability: 'Act',
  isIdempotent: true,
  assess: ({ risk }) => ({ risk: risk as 'low', reason: 'It acts.', refusal: null }),
  headline: () => 'Act',
  run: async () => {
    const detail = { kind: 'text', title: 'Done', text: '', language: null } as const;
    return { summary: 'done', modelText: 'done', detail };
  },
});
/** Does what the last message asks for. */
const model: Model = {
  name: 'Obedient model',
  findWindow: async () => null,
  async *streamReply({ messages }) {
    const [work = ''] = /\b(low|medium|high|fail)\b/.exec(messages.at(-1)?.content ?? '') ?? [];
    const content = work === '' ? 'Done.' : call('act', { risk: work });
    if (work === 'fail') yield { type: 'failed', error: { code: 'refused', message: 'It refused.' } };
    else yield { type: 'finished', reply: { ...emptyReply, content } };
  },
};
const workflowOf = (id: string, { start, role, count = 1, notRequester }: (typeof allFlows)[number][1]) =>
  [
    `---\nid: ${id}\ntitle: ${id}\ncategory: All\nicon: file-text\ndescription: It acts.\ntools: [act]`,
    'parameters: [{ name: work, label: Work, type: text, required: true }]',
    ...(start ? [`start: ${start}`] : []),
    ...(role ? [`sign: { role: ${role}, count: ${count}${notRequester ? ', not: requester' : ''} }`] : []),
    '---\nplease {{ work }}\n',
  ].join('\n');
type Flow = { start?: string; role?: string; count?: number; notRequester?: boolean };
const allFlows = Object.entries<Flow>(flows);

export let team: Awaited<ReturnType<typeof openTeam>>;
let server: Server;
let address = '';
/** The routes ask the team that is open. */
const current = {};
oncePerProcess('countersign', async () => current);
const findRoute = createRouteFinder(apiRoutes);
const portOf = () => (server.address() as AddressInfo).port;

/** What the keys of the told team stand for. */
type Made = { id?: string; cookie?: string; key?: string; token?: string; code?: string };
export let made: Map<string, Made>;
export let hidden: Set<string>;
function hide(secret = ''): string {
  hidden.add(secret).add(hashSecret(secret));
  return secret;
}

export async function open(): Promise<void> {
  team = await openTeam({
    async prepare(folder) {
      const WORKFLOWS_DIR = path.join(folder, 'workflows');
      await mkdir(WORKFLOWS_DIR);
      for (const [id, flow] of allFlows)
        await writeFile(path.join(WORKFLOWS_DIR, `${id}.md`), workflowOf(id, flow));
      return { WORKFLOWS_DIR };
    },
    tools: () => [act],
    models: (settings) => ({ ...createModelSource({ model: null }, settings), ...scriptedSource(model) }),
  });
  Object.assign(current, team.app);
  const parts = { handler, port: portOf, routes: apiRoutes, askDoor: team.app.door.ask };
  const names = ['TRIES', 'WRONG_SECRETS', 'STRANGER_REQUESTS', 'CHANGES', 'READS'];
  const limits = names.map((name) => [`MAX_${name}_PER_ADDRESS`, '1000000']);
  server = createEntry(entryOptions(parts, Object.fromEntries(limits)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  address = `http://localhost:${portOf()}`;
  hidden = new Set(['scrypt$', 'passwordHash', 'tokenHash', 'codeHash']);
  const read = async (file: string) =>
    hide((await readFile(path.join(team.environment.DATA_DIR, file), 'utf8')).trim());
  made = new Map([
    ['file', { token: await read('owner.token') }],
    ['setup', { code: await read('setup.secret') }],
  ]);
}
export async function close(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await team.close();
}

async function handler(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url = '', method = '', headers } = request;
  const route = findRoute(url)?.address ?? '';
  const pattern = new RegExp(`^${route.replaceAll(/:(\w+)/g, '(?<$1>[^/?]+)')}`);
  const file = path.resolve('app', `.${route.replaceAll(/:(\w+)/g, '[$1]')}`, 'route.ts');
  const module = (await import(pathToFileURL(file).href)) as Record<string, Route>;
  const body = Buffer.concat(await request.toArray());
  const init = { method, headers: headers as Record<string, string>, ...(method !== 'GET' && { body }) };
  const params = Promise.resolve({ ...pattern.exec(url)?.groups });
  const answer = await module[method]?.(new Request(`${address}${url}`, init), { params });
  if (!answer) throw new Error(`No route answers ${method} ${url}`);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

async function fetchAs(
  who: Who,
  target: string,
  init: { method: string; body?: string } = { method: 'GET' },
) {
  const { session = '', token = who.isFile ? 'file' : '', key, hasOrigin } = who;
  const own = made.get(session);
  const other = [...made].findLast(([name, one]) => one.key && name !== session)?.[1].key ?? 'none';
  const headers = {
    'content-type': 'application/json',
    ...(own?.cookie && { cookie: own.cookie }),
    ...(own?.key && key !== 'none' && { 'x-countersign-key': key === 'own' ? own.key : other }),
    ...(own && hasOrigin && { origin: address }),
    ...(token && { authorization: `Bearer ${made.get(token)?.token}` }),
  };
  const response = await fetch(`${address}/api/${target}`, { ...init, headers });
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0];
  return { status: response.status, text: await response.text(), cookie };
}

export type Answer = Awaited<ReturnType<typeof fetchAs>> & { asked: Asked };
export async function ask(asked: Asked, on = asked.on): Promise<Answer> {
  const { id, code } = made.get(kindOf(asked.act) === 'a' ? `a${on}` : on) ?? {};
  const { method, address: target, body } = toRequest(asked, { id, code });
  return { ...(await fetchAs(asked.who, target, method === 'GET' ? { method } : { method, body })), asked };
}

/** Notes what an answer made. */
export async function learn({ status, text, cookie, asked: { act: name, key } }: Answer): Promise<void> {
  const json = status < 300 && text !== '' ? JSON.parse(text) : {};
  if (cookie) {
    hide(cookie.split('=')[1]);
    const visitor = await team.app.identify(new Headers({ cookie }));
    made.set(`s${key}`, { cookie, key: hide(json.key), ...(visitor?.session && { id: visitor.session.id }) });
    if (name === 'setUp') made.set('owner', { id: 'usr_local' });
    if (name === 'join' && visitor) made.set(`p${key}`, { id: visitor.actor.id });
  }
  if (json.address) {
    const code = hide(codeOf(json.address));
    const kind = name === 'invite' ? 'invitation' : 'reset';
    const found = await team.services.accounts.findCode(hashSecret(code), kind);
    made.set(`l${key}`, { code, ...('code' in found && { id: found.code.id }) });
  }
  if (json.token) {
    const { id } = json.tokens.find((one: { name: string }) => one.name === key);
    made.set(`t${key}`, { token: hide(json.token), id });
  }
  if (name === 'create' && json.id) made.set(`c${key}`, { id: json.id });
  if (name === 'start' && json.runId) made.set(`c${key}`, { id: json.conversationId });
  if (json.runId && status === 202) made.set(`r${key}`, { id: json.runId });
}

/** Waits until no run is on its way, and notes what runs ask for. */
export async function untilSettled(): Promise<void> {
  for (const [key, { id }] of [...made].filter(([name]) => /^r\d/.test(name)))
    for (;;) {
      const state = (await team.services.runs.find(id as RunId))?.state;
      if (state?.status === 'awaiting_approval') made.set(`a${key}`, { id: state.approvalId });
      if (!state || isTerminal(state.status) || state.status === 'awaiting_approval') break;
      await sleep(2);
    }
}

/** Reads as much as there is to read, in the words of `tell`. */
export async function look(): Promise<unknown> {
  const keyOf = new Map([...made].map(([key, { id = '' }]) => [id, key]));
  keyOf.set('usr_caretaker', 'file');
  const get = async (target: string, who: Partial<Who> = { isFile: true }) => {
    const { status, text } = await fetchAs({ key: 'none', hasOrigin: false, ...who }, target);
    return status === 401 ? null : JSON.parse(text);
  };
  const lookAs = (kind: 'session' | 'token') =>
    Promise.all(
      [...made.keys()]
        .filter((key) => new RegExp(`^${kind.charAt(0)}\\d`).test(key))
        .map(async (key) => {
          const targets = ['me', 'conversations', 'approvals', 'approvals?status=others'];
          const [me, list, pending, others] = await Promise.all(
            targets.map((target) => get(target, { [kind]: key })),
          );
          const ofRuns = (some: { runId: string }[]) => some.map(({ runId }) => keyOf.get(runId));
          return me
            ? [
                key,
                {
                  role: me.role,
                  conversations: list.conversations.map(({ id }: { id: string }) => keyOf.get(id)),
                  pending: ofRuns(pending.approvals),
                  others: ofRuns(others.approvals),
                },
              ]
            : null;
        }),
    );
  const audit: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { entries: { kind: string; by: { id: string } }[]; nextCursor: string | null } = await get(
      `audit?cursor=${cursor}`,
    );
    audit.push(...page.entries.map(({ kind, by }) => `${kind} ${keyOf.get(by.id)}`));
    cursor = page.nextCursor;
  }
  const { people, invitations } = await get('people');
  const found = [...made].filter(([key]) => /^r\d/.test(key));
  return {
    people: people.map(({ id, name, email, role }: Record<string, string>) => [
      keyOf.get(id ?? ''),
      name,
      email,
      role,
    ]),
    invitations: invitations.map(({ id }: { id: string }) => keyOf.get(id)),
    audit,
    sessions: (await lookAs('session')).filter((one) => one !== null),
    tokens: (await lookAs('token')).filter((one) => one !== null),
    runs: (
      await Promise.all(
        found.map(async ([key, { id }]) => [key, (await team.services.runs.find(id as RunId))?.state.status]),
      )
    ).filter(([, status]) => status),
  };
}
