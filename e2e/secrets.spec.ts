import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { onlyOnLinux } from '../lib/shared/testing/only-on-linux';
import { type App, startApp } from './support/app';
import { httpClient } from './support/http-client';
import { call, startScriptedModel } from './support/scripted-model';
import { sqliteTour, test } from './support/test';

const newSecret = () => crypto.randomUUID().replaceAll('-', '');

/** Returns the secret and its parts, plain and in the encodings that logs and answers use. */
const formsOf = (secret: string) => [
  secret,
  ...[0, 8, 16].map((start) => secret.slice(start, start + 12)),
  Buffer.from(secret).toString('base64').slice(4, 24),
  Buffer.from(`Bearer ${secret}`).toString('base64').slice(12, 32),
  Buffer.from(secret).toString('hex').slice(0, 24),
];

async function findLeaks(app: App, answers: string[], secrets: string[]): Promise<string[]> {
  const files = (await readdir(app.dataDir)).filter((name) => name.startsWith('countersign.db'));
  const stored = await Promise.all(
    files.map(async (name) => [name, await readFile(path.join(app.dataDir, name), 'latin1')] as const),
  );
  const places = [['the log', app.log()], ...answers.map((text) => ['an answer', text]), ...stored] as const;
  return places.flatMap(([place, text]) =>
    secrets.flatMap(formsOf).flatMap((form) => (text?.includes(form) ? [`${form} in ${place}`] : [])),
  );
}

/** Drives a run to its end, and collects everything that the API says about models. */
async function collectAnswers(app: App): Promise<{ answers: string[]; failure: string }> {
  const http = httpClient(app);
  const started = await http.start('free-request', { request: 'Hello' });
  await expect
    .poll(async () => (await http.get(`/api/runs/${started.runId}`)).json.header.isActive, {
      timeout: 20_000,
    })
    .toBe(false);
  const run = await http.get(`/api/runs/${started.runId}`);
  const others = await Promise.all(
    [
      '/api/workflows',
      '/api/settings/model',
      `/api/conversations/${started.conversationId}`,
      `/api/conversations/${started.conversationId}/export?format=json`,
      '/',
      '/settings',
    ].map((where) => http.get(where)),
  );
  for (const answer of others) expect(answer.status).toBe(200);
  return { answers: [run, ...others].map(({ text }) => text), failure: run.json.header.outcome.message };
}

const separators: [kind: string, character: string][] = [
  ['a line break', '\n'],
  ['a zero-width space', '\u200b'],
  ['a dash', '\u2013'],
  ['a letter outside plain ASCII', 'é'],
];

for (const [kind, character] of separators) {
  test(`a key with ${kind} in the environment: the app starts, says so, and keeps the key to itself`, async () => {
    const [before, after] = [newSecret(), newSecret()];
    const app = await startApp({
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      OPENAI_API_KEY: `${before}${character}${after}`,
    });
    const words = `OPENAI_API_KEY cannot be used: Character ${before.length + 1} is ${kind}`;
    const { answers, failure } = await collectAnswers(app);
    expect(failure).toContain(words);
    expect(app.log()).toContain(words);
    expect((await httpClient(app).get('/api/settings/model')).json.problem).toContain(words);
    expect(await findLeaks(app, answers, [before, after])).toEqual([]);
    await app.dispose();
  });
}

test(
  'a key that cannot be sent is refused where it is entered, and is kept nowhere',
  sqliteTour,
  async () => {
    const app = await startApp();
    const http = httpClient(app);
    const [before, after] = [newSecret(), newSecret()];
    const answers: string[] = [];
    for (const character of ['\n', '\r\n', '\0', '\u200b', '\u2013', '\u2028', ' ', '\t', '\ud83d\ude00']) {
      const server = {
        baseUrl: 'http://127.0.0.1:9/v1',
        model: 'm',
        apiKey: `${before}${character}${after}`,
      };
      for (const answer of [
        await http.post('/api/settings/models', { provider: 'openai_compatible', ...server }),
        await http.post('/api/settings/model/check', server),
        await http.post('/api/settings/model/models', server),
      ]) {
        expect([answer.status, answer.json.error.code]).toEqual([400, 'invalid_body']);
        expect(answer.json.error.fields.apiKey).toContain(`Character ${before.length + 1} is `);
        answers.push(answer.text);
      }
    }
    const address = `http://${before}:${after}@127.0.0.1:9/v1`;
    const refused = await http.post('/api/settings/models', {
      provider: 'openai_compatible',
      baseUrl: address,
      model: 'm',
    });
    expect(refused.json.error.fields.baseUrl).toContain('Remove the user name and password');
    expect(await findLeaks(app, [...answers, refused.text], [before, after])).toEqual([]);
    await app.dispose();
  },
);

test('a key with space around it is trimmed, and a server that repeats it does not get it into anything', async () => {
  const model = await startScriptedModel();
  const app = await startApp();
  const secret = newSecret();
  const http = httpClient(app);
  const saved = await http.post('/api/settings/models', {
    isDefault: true,
    provider: 'openai_compatible',
    baseUrl: `${model.baseUrl}/chat/completions`,
    model: 'm',
    apiKey: ` ${secret}\n`,
  });
  expect(saved.json).toMatchObject({ baseUrl: model.baseUrl, hasKey: true, problem: null });
  const said = `${secret} ${encodeURIComponent(secret)} ${Buffer.from(`Bearer ${secret}`).toString('base64')}`;
  model.script({ status: 402, body: JSON.stringify({ error: { message: `no credit for ${said}` } }) });
  const { answers, failure } = await collectAnswers(app);
  expect(failure).toContain('no credit for [key] [key]');
  expect(await findLeaks(app, [...answers, saved.text], [secret])).toEqual([]);
  model.expectUsedUp();
  await app.dispose();
  await model.close();
});

onlyOnLinux('a signed command that prints the key', () => {
  test('a signed command that prints the key, and a model that repeats it, get it into no prompt, answer or row', async () => {
    const model = await startScriptedModel();
    const [secret, unused] = [newSecret(), newSecret()];
    const app = await startApp({
      OPENAI_BASE_URL: model.baseUrl,
      OPENAI_MODEL: 'm',
      OPENAI_API_KEY: secret,
    });
    const http = httpClient(app);
    await http.post('/api/settings/models', {
      provider: 'openai_compatible',
      baseUrl: 'http://127.0.0.1:9/v1',
      model: 'other',
      apiKey: unused,
    });
    await writeFile(path.join(app.workspaceDir, 'notes.txt'), `the other key: ${unused}\n`);
    const command = `cat notes.txt; base64 notes.txt; tr '\\0' '\\n' < /proc/${app.pid()}/environ`;
    model.script(call('run_command', { command }), `The key is ${secret}.`);
    const started = await http.start('free-request', { request: 'Print it' });
    const { header } = await http.until(started.runId, 'awaiting_approval');
    const request = await http.get(`/api/approvals/${header.approvalId}`);
    await http.approve(header.approvalId);
    const run = await http.until(started.runId, 'completed');
    expect(run.header.outcome).toMatchObject({ kind: 'completed', answer: 'The key is [key].' });
    const prompts = JSON.stringify(model.requests.map(({ messages }) => messages));
    expect(prompts).toContain('OPENAI_API_KEY=[key]');
    expect(prompts).toContain('the other key: [key]');
    const calls = run.timeline.filter((item: { kind: string }) => item.kind === 'call');
    const result = await http.get(`/api/runs/${started.runId}/calls/${calls[0].callId ?? calls[0].id}`);
    expect(result.status).toBe(200);
    const answers = [request.text, prompts, JSON.stringify(run), result.text];
    expect(await findLeaks(app, answers, [secret, unused])).toEqual([]);
    model.expectUsedUp();
    await app.dispose();
    await model.close();
  });
});

test('an address with a password in the environment: the app starts and never repeats the password', async () => {
  const [user, password] = [newSecret(), newSecret()];
  const app = await startApp({ OPENAI_BASE_URL: `http://${user}:${password}@127.0.0.1:9/v1` });
  const { answers, failure } = await collectAnswers(app);
  expect(failure).toContain('Remove the user name and password');
  expect(await findLeaks(app, answers, [user, password])).toEqual([]);
  await app.dispose();
});
