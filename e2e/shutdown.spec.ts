import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { call } from './support/scripted-model';
import { openOwnApp, test } from './support/test';

const { app, model, http } = openOwnApp();

for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const) {
  test(`after ${signal} while a signed command runs, a person says what became of it`, async () => {
    const file = path.join(app.workspaceDir, 'f');
    const read = () => readFile(file, 'utf8').catch(() => '');
    model.script(call('run_command', { command: 'echo before >> f; sleep 60; echo after >> f' }));
    const { runId } = await http.start('free-request', { request: 'Do both halves' });
    const { header } = await http.until(runId, 'awaiting_approval');
    await http.approve(header.approvalId);
    await expect.poll(read).toBe('before\n');
    await app.stop(signal);
    await app.start();
    await http.until(runId, 'outcome_unknown');
    model.script('Half of it is done.');
    await http.post(`/api/runs/${runId}/outcome`, { choice: 'worked', result: 'Only the first half.' });
    await http.until(runId, 'completed');
    expect(await read()).toBe('before\n');
    const { messages } = model.requests.at(-1) ?? {};
    expect(JSON.stringify(messages)).toContain('Only the first half.');
    expect(JSON.stringify(messages)).not.toContain('Stopped before');
    await rm(file);
  });
}
