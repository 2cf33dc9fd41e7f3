import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { HttpClient } from './support/http-client';
import { startByNpm } from './support/npm-start';
import { call } from './support/scripted-model';
import { openOwnApp, test, tour } from './support/test';

/** Longer than any test: a server that ends has finished, or was told twice. */
const { app, model, http } = openOwnApp(async () => ({ DRAIN_SECONDS: '600' }));

type Server = { http: HttpClient; workspaceDir: string };
const own: Server = { http, workspaceDir: app.workspaceDir };

const read = ({ workspaceDir } = own) => readFile(path.join(workspaceDir, 'f'), 'utf8').catch(() => '');
const finishCommand = ({ workspaceDir } = own) => writeFile(path.join(workspaceDir, 'go'), '');
async function removeFiles({ workspaceDir } = own): Promise<void> {
  for (const name of ['f', 'go']) await rm(path.join(workspaceDir, name), { force: true });
}
test.afterEach(() => removeFiles());

/** Starts a run whose command is half done until the file `go` is there. */
async function startHalf(server = own): Promise<{ runId: string; conversationId: string }> {
  model.script(
    call('run_command', {
      command: 'echo before >> f; until [ -e go ]; do sleep 0.05; done; echo $((1111 * 9)) | tee -a f',
    }),
  );
  const started = await server.http.start('free-request', { request: 'Do both halves' });
  const { header } = await server.http.until(started.runId, 'awaiting_approval');
  await server.http.approve(header.approvalId);
  await expect.poll(() => read(server)).toBe('before\n');
  return started;
}

const askHealth = async () => (await http.get('/api/health')).json.status;

test(
  'a server that is told to end waits for a command, keeps its result, and the next one goes on',
  tour,
  async () => {
    const { runId } = await startHalf();
    const headers = app.ownerHeaders();
    const follows = await fetch(`${app.baseURL}/api/runs/${runId}/events`, { headers });
    app.signal('SIGTERM');
    // The stream ends, so that browsers connect again.
    await follows.text();
    await expect.poll(askHealth).toBe('draining');
    const stranger = await fetch(`${app.baseURL}/api/health`);
    expect([stranger.status, await stranger.json()]).toEqual([503, { status: 'draining' }]);
    expect(stranger.headers.get('connection')).toBe('close');
    // A service manager may tell every process, and the start command passes it on.
    app.signal('SIGTERM');

    const later = await http.start('free-request', { request: 'Say hello' });
    expect((await http.get(`/api/runs/${later.runId}`)).json.header.status).toBe('queued');
    expect(await read()).toBe('before\n');
    await finishCommand();
    await app.untilEnded();
    expect(await read()).toBe('before\n9999\n');

    model.script('Both halves are done.', 'Hello.');
    await app.start();
    await http.until(runId, 'completed');
    await http.until(later.runId, 'completed');
    const sent = model.requests.map(({ messages }) => JSON.stringify(messages));
    expect(sent.filter((text) => text.includes('after') && text.includes('Do both halves'))).not.toEqual([]);
    expect(await read()).toBe('before\n9999\n');
  },
);

test('Stop ends a command that a draining server waits for', async () => {
  const { runId } = await startHalf();
  app.signal('SIGTERM');
  await expect.poll(askHealth).toBe('draining');
  await http.post(`/api/runs/${runId}/stop`);
  await app.untilEnded();
  await app.start();
  expect((await http.get(`/api/runs/${runId}`)).json.header.status).toBe('cancelled');
  await finishCommand();
  expect(await read()).toBe('before\n');
});

test('a reply that arrives when the server is told to end is asked for again, and its text is there once', async () => {
  model.script({ hold: 'The first half of an answer.\n\nAnd then' });
  const { runId, conversationId } = await http.start('free-request', { request: 'Write an answer' });
  const textOf = async () => (await http.get(`/api/runs/${runId}`)).json.streamingText;
  await expect.poll(textOf).toContain('The first half');
  await app.stop('SIGTERM');
  model.release();
  model.script('The first half of an answer.\n\nAnd then the second.');
  await app.start();
  await http.until(runId, 'completed');
  const shown = JSON.stringify((await http.get(`/api/conversations/${conversationId}`)).json);
  expect(shown).toContain('And then the second.');
  const run = JSON.stringify((await http.get(`/api/runs/${runId}`)).json);
  expect(run.split('The first half of an answer.')).toHaveLength(2);
});

test('a request that waits for a person outlives the end of the server', async () => {
  model.script(call('run_command', { command: 'echo signed > f' }));
  const { runId } = await http.start('free-request', { request: 'Ask me' });
  const { header } = await http.until(runId, 'awaiting_approval');
  await app.stop('SIGTERM');
  await app.start();
  const after = await http.until(runId, 'awaiting_approval');
  expect(after.header.approvalId).toBe(header.approvalId);
  model.script('It is signed.');
  await http.approve(header.approvalId);
  await http.until(runId, 'completed');
  expect(await read()).toBe('signed\n');
});

test('Ctrl+C says what the server waits for, and a second one stops at once', async () => {
  const { runId } = await startHalf();
  app.signal('SIGINT');
  await expect
    .poll(app.log)
    .toContain('Waiting for 1 command to finish. Press Ctrl+C again to stop at once.');
  expect(await read()).toBe('before\n');
  app.signal('SIGINT');
  await app.untilEnded();
  await app.start();
  await http.until(runId, 'outcome_unknown');
  await finishCommand();
  expect(await read()).toBe('before\n');
  await http.post(`/api/runs/${runId}/stop`);
});

test('a server that is told to end at any moment of its start ends, and the next one starts', async () => {
  model.script(call('run_command', { command: 'echo signed > f' }));
  const { runId } = await http.start('free-request', { request: 'Ask me' });
  await http.until(runId, 'awaiting_approval');
  await app.stop();
  for (const momentMs of [300, 500, 700, 900, 1_200]) {
    const started = app.start().catch((error: Error) => error.message);
    await sleep(momentMs);
    await app.stop('SIGTERM');
    // A server that was ready by then did not end by itself.
    expect((await started) ?? 'ended with 0').toMatch(/ended with (?:0|null)/);
  }
  expect(app.log()).not.toContain('cannot start');
  await app.start();
  const { header } = await http.until(runId, 'awaiting_approval');
  model.script('It is signed.');
  await http.approve(header.approvalId);
  await http.until(runId, 'completed');
});

test('npm start takes one Ctrl+C for one, and ends at the second', async () => {
  const npm = await startByNpm({
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_MODEL: 'scripted',
    DRAIN_SECONDS: '600',
  });
  const first = await startHalf(npm);
  npm.press();
  await expect.poll(npm.output).toContain('Waiting for 1 command to finish.');
  await finishCommand(npm);
  await npm.ended;
  expect(await read(npm)).toBe('before\n9999\n');

  model.script('Both halves are done.');
  await npm.start();
  await npm.http.until(first.runId, 'completed');
  await removeFiles(npm);
  const second = await startHalf(npm);
  // A signal that comes right after another belongs to the same press. Quick presses count.
  await expect.poll(npm.pressUnlessEnded, { intervals: [250] }).toBe('ended');
  await npm.start();
  await npm.http.until(second.runId, 'outcome_unknown');
  await finishCommand(npm);
  expect(await read(npm)).toBe('before\n');
  await npm.dispose();
});
