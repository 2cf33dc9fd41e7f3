/**
 * Plays a part of the history in a recorded database. It uses the build in the current folder through its
 * HTTP API.
 */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openRoutes } from '../tests/open-routes';

const [part, viewsFile = ''] = process.argv.slice(2);
const send = openRoutes(process.cwd());

type Header = { status: string; approvalId: string | null };

async function ask<Shape>(method: string, address: string, body?: unknown): Promise<Shape> {
  const { status, json } = await send(method, address, body);
  if (status >= 400) throw new Error(`${method} ${address} answered ${status}: ${JSON.stringify(json)}`);
  return json as Shape;
}

const start = (workflow: string, parameters: Record<string, string>, more: object = {}) =>
  ask<{ runId: string; conversationId: string }>('POST', `/api/workflows/${workflow}/runs`, {
    parameters,
    ...more,
  });
const request = (text: string, more: object = {}) => start('free-request', { request: text }, more);

async function until(runId: string, ...statuses: string[]): Promise<Header> {
  for (;;) {
    const { header } = await ask<{ header: Header }>('GET', `/api/runs/${runId}`);
    if (statuses.includes(header.status)) return header;
    if (['completed', 'failed', 'rejected', 'cancelled'].includes(header.status))
      throw new Error(`The run ended as ${header.status} and not as ${statuses.join(' or ')}`);
    await sleep(5);
  }
}

/** Older builds show no digest and take none. */
async function decide(runId: string, body: { decision: string; [part: string]: string }): Promise<void> {
  const { approvalId } = await until(runId, 'awaiting_approval');
  const { digest } = await ask<{ digest?: string }>('GET', `/api/approvals/${approvalId}`);
  const seen = digest === undefined ? {} : { digest };
  await ask('POST', `/api/approvals/${approvalId}/decision`, { ...body, ...seen });
}

const crash = () => process.kill(process.pid, 'SIGKILL');

/** The server dies here while a command runs. */
async function playCutOff(): Promise<void> {
  const { runId } = await request('run `sleep 30`');
  await decide(runId, { decision: 'approve' });
  await until(runId, 'tool_running');
  crash();
}

async function playHistory(): Promise<void> {
  const [cutOff] = await listRuns();
  if (!cutOff) throw new Error('The part before this one left no run');
  await until(cutOff, 'outcome_unknown');

  const saved = await request('write notes/march.md: Perennials, such as Märzenbecher');
  await decide(saved.runId, { decision: 'approve' });
  await until(saved.runId, 'completed');
  await ask('PATCH', `/api/conversations/${saved.conversationId}`, { title: 'Garden (100% renamed)' });
  const follow = await ask<{ runId: string }>('POST', `/api/conversations/${saved.conversationId}/messages`, {
    text: 'read notes/meeting.md',
  });
  await until(follow.runId, 'completed');

  const rejected = await request('delete letter.md');
  await decide(rejected.runId, { decision: 'reject', reason: 'We still need the letter.' });
  await until(rejected.runId, 'rejected');
  const guided = await request('write hello.md: Hello');
  await decide(guided.runId, { decision: 'reject_with_guidance', guidance: 'Keep the first line.' });
  await until(guided.runId, 'completed');
  const stopped = await request('move letter.md to old/letter.md');
  await until(stopped.runId, 'awaiting_approval');
  await ask('POST', `/api/runs/${stopped.runId}/stop`, {});

  const direct = await startNote('Call with the printer');
  await until(direct.runId, 'completed');
  const broken = await request('demonstrate malformed replies');
  await until(broken.runId, 'failed');

  const deleted = await request('list the files in notes');
  await until(deleted.runId, 'completed');
  await ask('DELETE', `/api/conversations/${deleted.conversationId}`);
  await ask('POST', '/api/conversations', {});
  for (const text of ['Be brief.', 'Be brief, and kind.'])
    await ask('PUT', '/api/settings/prompts/default', { text });

  const write = await request('write tasks.md: Order Märzenbecher by Friday');
  const command = await request('run `echo signed > signed.txt`');
  const refused = await request('write refused.md: Nobody wants this');
  for (const { runId } of [write, command, refused]) await until(runId, 'awaiting_approval');

  const serverWithKey = {
    provider: 'openai_compatible',
    baseUrl: 'http://127.0.0.1:9/v1',
    model: 'small',
    apiKey: 'sk-fake-key-of-the-fixture-0123456789',
  };
  const chosen = await ask<{ id: string }>('POST', '/api/settings/models', {
    ...serverWithKey,
    isDefault: true,
  });
  const unreachable = await request('read letter.md');
  await until(unreachable.runId, 'failed');

  await ask('PUT', '/api/settings/model', { id: 'demo' });
  const answering = await request('demonstrate a long answer');
  await until(answering.runId, 'calling_model');
  await ask('PUT', '/api/settings/model', { id: chosen.id });
  const { runs, views } = await readViews();
  if (!runs.includes(answering.runId)) throw new Error('A run is not listed');
  const queued = await startNote('Written after the crash');
  const story = { waiting: { write, command, refused }, deleted, cutOff, unfinished: { answering, queued } };
  writeFileSync(viewsFile, `${JSON.stringify({ story, views }, null, 2)}\n`);
  crash();
}

async function startNote(title: string) {
  const values = { title, text: 'They deliver on Thursday.', date: '2026-11-22', folder: 'notes' };
  const plan = await ask<{ planHash: string }>('POST', '/api/workflows/new-note/plan', {
    parameters: values,
  });
  return start('new-note', values, { consent: plan.planHash });
}

type Listed = { conversations: { id: string }[] };
type RunView = { header: { id: string; status: string }; timeline: { kind: string; id?: string }[] };

async function listRuns(): Promise<string[]> {
  const { conversations } = await ask<Listed>('GET', '/api/conversations');
  const views = await Promise.all(
    conversations.map(({ id }) => ask<{ runs: RunView[] }>('GET', `/api/conversations/${id}`)),
  );
  return views.flatMap((view) => view.runs.map((run) => run.header.id));
}

/** Reads everything that the build shows of its database, by address. */
async function readViews(): Promise<{ runs: string[]; views: Record<string, unknown> }> {
  const views: Record<string, unknown> = {};
  const look = async <Shape>(address: string): Promise<Shape> => {
    const view = await ask<Shape>('GET', address);
    views[address] = view;
    return view;
  };
  for (const address of ['/api/settings/model', '/api/settings/prompts']) await look(address);
  for (const words of ['märzenBECHER', '100%', 'PRINTER']) {
    await look(`/api/conversations?search=${encodeURIComponent(words)}`);
  }
  for (const status of ['pending', 'decided', 'approved', 'rejected']) {
    const { approvals } = await look<{ approvals: { id: string }[] }>(`/api/approvals?status=${status}`);
    for (const { id } of approvals) await look(`/api/approvals/${id}`);
  }
  const runs: string[] = [];
  for (const { id } of (await look<Listed>('/api/conversations')).conversations) {
    const conversation = await look<{ runs: RunView[] }>(`/api/conversations/${id}`);
    for (const { header, timeline } of conversation.runs) {
      runs.push(header.id);
      const calls = timeline.filter((item) => item.kind === 'call');
      for (const call of calls) await look(`/api/runs/${header.id}/calls/${call.id}`);
    }
  }
  return { runs, views };
}

await (part === 'cut-off' ? playCutOff() : playHistory());
