import { access, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { approve, dialogOf, press, startWorkflow } from './support/pages';
import { call } from './support/scripted-model';
import { openOwnApp, sqliteTour, test } from './support/test';

const workflow = `---
id: half-hour
title: A request with a time
category: Tests
icon: wand
description: Nobody waits for ever.
tools: [write_file]
approval_expires_after_minutes: 30
---
Write a file.
`;

const { app, model, http } = openOwnApp(async () => {
  const workflows = await mkdtemp(path.join(tmpdir(), 'countersign-expiring-'));
  await writeFile(path.join(workflows, 'half-hour.md'), workflow);
  return { WORKFLOWS_DIR: workflows };
});

const write = call('write_file', { path: 'late.txt', content: 'hello\n' });
/** Moves the end of the run's request into the past, as if the half hour were over. */
function letTimeEnd(runId: string): void {
  const database = new Sqlite(path.join(app.dataDir, 'countersign.db'));
  const longAgo = '2020-01-01T00:00:00.000+00:00';
  database.prepare('UPDATE Approval SET expiresAt = ? WHERE runId = ?').run(longAgo, runId);
  database
    .prepare("UPDATE Run SET stateJson = json_set(stateJson, '$.expiresAt', ?) WHERE id = ?")
    .run(longAgo, runId);
  database.close();
}
const lateFile = () => path.join(app.workspaceDir, 'late.txt');

test(
  'a request with a time says how long is left: beside the form, in the dialog, in the list and in the bar',
  sqliteTour,
  async ({ page }) => {
    await page.goto(`${app.baseURL}/workflows/half-hour`);
    await expect(page.getByRole('complementary', { name: 'What may happen' })).toContainText(
      'Expire after 30 min',
    );
    model.script(write);
    await startWorkflow(page, app.baseURL, 'half-hour', {});
    await expect(dialogOf(page)).toContainText('expires in 30 min');
    await page.goto(`${app.baseURL}/approvals`);
    await expect(page.getByRole('button', { name: /Write 1 line to late\.txt/ })).toContainText(
      'expires in 30 min',
    );
    await page.goto(`${app.baseURL}/settings`);
    await expect(page.getByRole('region', { name: 'Needs you' })).toContainText('expires in 30 min');
    const { approvals } = (await http.get('/api/approvals?status=pending')).json;
    await http.post(`/api/runs/${approvals[0].runId}/stop`);
  },
);

test('a request that nobody answers in time expires under an open dialog, keeps what was typed, and can be asked for again', async ({
  page,
}) => {
  model.script(write);
  await startWorkflow(page, app.baseURL, 'half-hour', {});
  const dialog = dialogOf(page);
  await press(page, 'Reject with guidance');
  await dialog.getByLabel('What should it do instead?').fill('Use the archive');
  const { approvals } = (await http.get('/api/approvals?status=pending')).json;
  const [{ id, runId }] = approvals;
  letTimeEnd(runId);

  await expect(dialog.getByText('Expired: nobody decided in time')).toBeVisible();
  await expect(dialog).toContainText('You had written: “Use the archive”');
  await expect(access(lateFile())).rejects.toThrow();
  const late = await http.approve(id);
  expect(late.status).toBe(409);
  expect(late.json.error).toMatchObject({
    code: 'already_decided',
    message:
      'This request has expired: nobody decided in time. Your answer was not recorded, and nothing was executed.',
  });

  await dialog.getByRole('button', { name: 'Close without deciding' }).click();
  await expect(page.getByText('Request expired', { exact: true })).toBeVisible();
  await expect(page.getByText('nobody decided in time').first()).toBeVisible();
  const { json: run } = await http.get(`/api/runs/${runId}`);
  const { text: exported } = await http.get(
    `/api/conversations/${run.header.conversationId}/export?format=markdown`,
  );
  expect(exported).toContain('The request expired');
  expect(exported).toContain('Nobody decided about “Write 1 line to late.txt” in time');
  expect(exported).not.toMatch(/reject|refus/i);
  expect((await http.get('/api/approvals?status=expired')).json.approvals).toMatchObject([
    { id, status: 'expired' },
  ]);
  expect((await http.get('/api/approvals?status=rejected')).json.approvals).toEqual([]);

  model.script(write, 'The file is there.');
  await page.getByRole('button', { name: 'Continue and ask again' }).click();
  await approve(page);
  await expect(page.getByText('The file is there.')).toBeVisible();
  expect(await readFile(lateFile(), 'utf8')).toBe('hello\n');
});

test('a request whose time ended while the server was off has expired at its start', async () => {
  model.script(call('write_file', { path: 'off.txt', content: 'hello\n' }));
  const { runId } = await http.start('half-hour', {});
  await http.until(runId, 'awaiting_approval');
  await app.stop('SIGKILL');
  letTimeEnd(runId);
  await app.start();
  const { header } = await http.until(runId, 'expired');
  expect(header.outcome).toMatchObject({ kind: 'expired', canContinue: true });
});
