import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { readEvents } from './support/http-client';
import { call } from './support/scripted-model';
import { openOwnApp, sqliteTour, test, tour } from './support/test';

const { app, model, http } = openOwnApp(async () => ({
  AGENT_MAX_STEPS: '3',
  AGENT_TIMEOUT_MS: '4000',
}));

const ask = (request: string) => http.start('free-request', { request });
const write = (name: string) => call('write_file', { path: name, content: 'hello\n' });

test('health says how durable the database is', sqliteTour, async () => {
  const { status, json } = await http.get('/api/health');
  expect(status).toBe(200);
  expect(json).toMatchObject({ status: 'ok', journalMode: 'wal', synchronous: 'FULL' });
});

test('people who ask for one list at the same moment all get all of it', async () => {
  const alone = await http.get('/api/workflows');
  const together = await Promise.all(Array.from({ length: 20 }, () => http.get('/api/workflows')));
  expect(alone.json.workflows.length).toBeGreaterThan(0);
  expect(new Set(together.map(({ text }) => text))).toEqual(new Set([alone.text]));
});

test('a start is answered immediately, and the same key starts one run', tour, async () => {
  model.script('Hello.');
  const body = { parameters: { request: 'Say hello' }, idempotencyKey: 'press-1' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => http.post('/api/workflows/free-request/runs', body)),
  );
  expect(new Set(answers.map((answer) => answer.json.runId)).size).toBe(1);
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(202));
  const run = await http.until(answers[0]?.json.runId, 'completed');
  expect(run.header.outcome).toMatchObject({ kind: 'completed', answer: 'Hello.' });
});

test('values that do not fit are refused field by field, and nothing starts', async () => {
  const { status, json } = await http.post('/api/workflows/free-request/runs', { parameters: {} });
  expect([status, json.error.code, Object.keys(json.error.fields)]).toEqual([
    422,
    'invalid_parameters',
    ['request'],
  ]);
  expect((await http.post('/api/workflows/no-such-workflow/runs', { parameters: {} })).status).toBe(404);
});

test('events arrive in order without gaps, and a reconnection resumes where it stopped', tour, async () => {
  model.script(call('list_files', { path: '.' }), 'That is all.');
  const { runId } = await ask('What is here?');
  await http.until(runId, 'completed');
  const { messages: snapshot, contentType } = await readEvents(app, runId, (all) => all.length > 0);
  expect(contentType).toContain('text/event-stream');
  expect(snapshot[0]?.data.type).toBe('snapshot');
  const last = Number(snapshot[0]?.id);
  const { messages } = await readEvents(app, runId, (all) => all.length >= last, '0');
  expect(messages.map((message) => message.id)).toEqual(
    Array.from({ length: last }, (_, index) => String(index + 1)),
  );
  expect(messages.map((message) => message.data.name)).toEqual([
    'run_created',
    'run_started',
    'tool_call_requested',
    'tool_started',
    'tool_finished',
    'text_replied',
  ]);
  const { messages: tail } = await readEvents(app, runId, (all) => all.length >= 2, String(last - 2));
  expect(tail.map((message) => message.id)).toEqual([String(last - 1), String(last)]);
});

test('the path alone says which run a request is about', async () => {
  model.script('Hello.');
  const { runId } = await ask('Say hello');
  await http.until(runId, 'completed');
  for (const query of ['nxtPid=other', 'nxtIid=other', 'id=other', 'nxtPid=other&id=other']) {
    const { status, json } = await http.get(`/api/runs/${runId}?${query}`);
    expect([query, status, json.header?.id]).toEqual([query, 200, runId]);
  }
});

test(
  'one of 20 simultaneous decisions is recorded, the others learn who decided, and the call runs once',
  tour,
  async () => {
    model.script(write('twenty.txt'), 'Written.');
    const { runId } = await ask('Write a file');
    const { header } = await http.until(runId, 'awaiting_approval');
    const decisions = await Promise.all(Array.from({ length: 20 }, () => http.approve(header.approvalId)));
    expect(decisions.filter((answer) => answer.status === 200)).toHaveLength(1);
    const losers = decisions.filter((answer) => answer.status === 409);
    expect(losers).toHaveLength(19);
    for (const { json } of losers)
      expect(json.error).toMatchObject({
        code: 'already_decided',
        approval: { status: 'approved', decidedBy: 'You' },
      });
    const run = await http.until(runId, 'completed');
    expect(run.timeline.filter((item: { kind: string }) => item.kind === 'call')).toHaveLength(1);
    expect(await readFile(path.join(app.workspaceDir, 'twenty.txt'), 'utf8')).toBe('hello\n');
  },
);

test('an approval of another digest is refused; without one it counts while nothing has changed', async () => {
  model.script(write('unseen.txt'), 'Written.');
  const { runId } = await ask('Write a file');
  const { header } = await http.until(runId, 'awaiting_approval');
  const address = `/api/approvals/${header.approvalId}`;
  for (const digest of ['', '0'.repeat(64), header.approvalId])
    expect((await http.post(`${address}/decision`, { decision: 'approve', digest })).status).toBe(409);
  await writeFile(path.join(app.workspaceDir, 'unseen.txt'), 'by hand');
  const blind = await http.post(`${address}/decision`, { decision: 'approve' });
  expect([blind.status, blind.json.error.code]).toEqual([409, 'target_changed']);
  expect((await http.get(address)).json).toMatchObject({ status: 'pending', decisions: [] });
  await rm(path.join(app.workspaceDir, 'unseen.txt'));
  const answer = await http.post(`${address}/decision`, { decision: 'approve' });
  expect(answer.json).toMatchObject({ status: 'approved' });
  await http.until(runId, 'completed');
});

test('an approval is decided by its id alone: arguments in the body are refused', async () => {
  model.script(write('mine.txt'));
  const { runId } = await ask('Write a file');
  const { header } = await http.until(runId, 'awaiting_approval');
  const { digest } = (await http.get(`/api/approvals/${header.approvalId}/state`)).json;
  const forged = { decision: 'approve', digest, parameters: { path: 'evil.txt' } };
  expect((await http.post(`/api/approvals/${header.approvalId}/decision`, forged)).status).toBe(400);
  expect((await http.get(`/api/approvals/${header.approvalId}`)).json.status).toBe('pending');
  const rejected = await http.post(`/api/approvals/${header.approvalId}/decision`, {
    decision: 'reject',
    reason: 'no',
  });
  expect(rejected.json).toMatchObject({ status: 'rejected', reason: 'no', decidedBy: 'You' });
  expect((await http.until(runId, 'rejected')).header.outcome).toMatchObject({
    kind: 'rejected',
    reason: 'no',
  });
  await expect(readFile(path.join(app.workspaceDir, 'mine.txt'))).rejects.toThrow();
});

test('a follow-up message knows of an earlier rejection, and is refused during a run', async () => {
  model.script(write('x.txt'));
  const { runId, conversationId } = await ask('Write x');
  const { header } = await http.until(runId, 'awaiting_approval');
  const busy = await http.post(`/api/conversations/${conversationId}/messages`, { text: 'yes, approve it' });
  expect([busy.status, busy.json.error]).toMatchObject([
    409,
    { code: 'run_active', runId, approvalId: header.approvalId },
  ]);
  await http.post(`/api/approvals/${header.approvalId}/decision`, {
    decision: 'reject',
    reason: 'not that file',
  });
  await http.until(runId, 'rejected');
  model.script('I understand.');
  const next = await http.post(`/api/conversations/${conversationId}/messages`, { text: 'Why did it stop?' });
  expect(next.status).toBe(202);
  await http.until(next.json.runId, 'completed');
  const sent = JSON.stringify(model.requests.at(-1)?.messages);
  expect(sent).toContain('not that file');
  expect(sent).toContain('Why did it stop?');
});

test('the step limit stops a run and says so, and Continue starts with fresh limits', async () => {
  const look = call('list_files', { path: '.' });
  model.script(look, look, look);
  const { runId } = await ask('Look around');
  const stopped = await http.until(runId, 'failed');
  expect(stopped.header.outcome).toMatchObject({ failure: 'step_limit', canContinue: true });
  expect(app.log()).toContain('step_limit');
  model.script('Enough.');
  expect((await http.post(`/api/runs/${runId}/continue`)).status).toBe(200);
  expect((await http.until(runId, 'completed')).header.outcome.answer).toBe('Enough.');
  expect((await http.post(`/api/runs/${runId}/continue`)).json.error.code).toBe('cannot_continue');
});

test('the time limit ends a model call in flight', async () => {
  model.script({ hold: 'I am thinking' });
  const { runId } = await ask('Think');
  const run = await http.until(runId, 'failed');
  expect(run.header.outcome).toMatchObject({ failure: 'time_limit', canContinue: true });
  model.release();
});

test('three malformed replies end the run; no answer of ours shows one', async () => {
  const bad = '{"tool": "read_file", "parameters": {"path": "a"';
  model.script(bad, bad, bad);
  const { runId } = await ask('Do something');
  const run = await http.until(runId, 'failed');
  expect(run.header.outcome.failure).toBe('malformed_replies');
  expect(JSON.stringify(run)).not.toContain('read_file');
  expect(model.requests.at(-1)?.messages.at(-1)?.content).toMatch(/^Error \(\w+\): /);
});

test('a provider’s failure has a plain message, and the run can be continued', async () => {
  const html = { status: 401, body: '{"error":{"message":"bad key"}}' };
  model.script(html);
  const { runId } = await ask('Hello');
  const run = await http.until(runId, 'failed');
  expect(run.header.outcome).toMatchObject({ failure: 'provider_error', canContinue: true });
});

test('unusable bodies get a 4xx in the common error shape', async () => {
  for (const body of ['', '{', '[]', 'null', '"x"', '{"parameters":1}', '{"parameters":{},"more":1}']) {
    const response = await app.fetch(`/api/workflows/free-request/runs`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([body, response.status]).toEqual([body, 400]);
    expect((await response.json()).error.code).toMatch(/malformed_json|invalid_body/);
  }
  for (const where of [
    '/api/runs/x',
    '/api/runs/run_1/events',
    '/api/approvals/apr_x',
    '/api/conversations/%00',
    '/api/nothing',
  ]) {
    const { status, json } = await http.get(where);
    expect([where, status, json.error.code]).toEqual([where, 404, 'not_found']);
  }
});

test('conversations can be created, listed, found, renamed, exported and deleted', tour, async () => {
  const made = await http.post('/api/conversations', { title: 'Quarterly numbers' });
  expect(made.status).toBe(201);
  const where = `/api/conversations/${made.json.id}`;
  expect((await http.get('/api/conversations?search=uarterly')).json.conversations).toHaveLength(1);
  expect((await http.patch(where, { title: 'Renamed' })).json.title).toBe('Renamed');
  expect((await http.get(`${where}/export?format=markdown`)).text).toContain('# Renamed');
  expect((await http.remove(where)).status).toBe(204);
  expect((await http.get(where)).status).toBe(404);
});

test('a model’s key and the values of its headers are write-only', sqliteTour, async () => {
  const key = 'sk-very-secret-1234';
  const header = 'header-very-secret-1234';
  const saved = await http.post('/api/settings/models', {
    isDefault: true,
    provider: 'openai_compatible',
    baseUrl: model.baseUrl,
    model: 'scripted',
    apiKey: key,
    headers: [{ name: 'api-key', value: header }],
  });
  expect(saved.json).toMatchObject({ source: 'settings', hasKey: true, headers: ['api-key'] });
  const database = await readFile(path.join(app.dataDir, 'countersign.db'));
  for (const secret of [key, header]) {
    for (const where of ['/api/settings/model', '/api/workflows', '/settings'])
      expect((await http.get(where)).text).not.toContain(secret);
    expect(database.includes(secret)).toBe(false);
    expect(app.log()).not.toContain(secret);
  }
  expect((await http.put('/api/settings/model', { id: 'environment' })).json).toMatchObject({
    source: 'environment',
    hasKey: false,
  });
});

test('the prompt preview shows the prompt and the request, and measures the rest', async () => {
  const { status, json } = await http.get('/api/settings/prompts/default/preview?workflow=free-request');
  expect(status).toBe(200);
  const [base, convention, request] = json.sections;
  expect(base.text.length).toBeGreaterThan(100);
  expect(convention).toMatchObject({ kind: 'convention', text: null });
  expect(convention.bytes).toBeGreaterThan(1_000);
  expect(request.text).toContain('Do what a person asks');
  expect(json.totalBytes).toBe(base.bytes + convention.bytes + request.bytes);
  expect((await http.get('/api/settings/prompts/default/preview?workflow=none')).status).toBe(404);
  expect((await http.get('/api/settings/prompts/none/preview?workflow=free-request')).status).toBe(404);
});

test('requests that arrive while the server starts wait for it, each answered as always', async () => {
  await app.stop();
  const [page, start] = await Promise.all([
    onceConnected(() => http.get('/conversations')),
    onceConnected(() => http.post('/api/workflows/free-request/runs', { parameters: {} })),
    app.start(),
  ]);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect([start.status, start.json.error.code]).toEqual([422, 'invalid_parameters']);
});

/** Repeats the request until the server is there, and returns the first answer. */
async function onceConnected<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}
