import { expect, type Page } from '@playwright/test';
import { programClient } from './support/http-client';
import { call } from './support/scripted-model';
import { openOwnApp, test, tour } from './support/test';
import { expectNoViolations } from './support/violations';

const { app, http, model } = openOwnApp();

const section = (page: Page) => page.getByRole('region', { name: 'API tokens' });

/** Speaks to the app as a program with this token. */
const programWith = (token: string) => programClient(app, () => `Bearer ${token}`);

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const makeToken = async (scope: 'read' | 'start'): Promise<string> =>
  (await http.post('/api/tokens', { name: `To ${scope}`, scope, expiresAt: inDays(1) })).json.token;

test('a token is made, shown once, used and revoked', tour, async ({ page }) => {
  await page.goto(`${app.baseURL}/settings`);
  await expect(section(page)).toContainText('No program has a token.');
  await section(page).getByRole('button', { name: 'Make a token' }).click();
  await section(page).getByRole('button', { name: 'Make the token' }).click();
  await expect(section(page).getByText('Enter a name.')).toBeVisible();
  await expect(section(page).getByLabel('Name')).toBeFocused();
  await section(page).getByLabel('Name').fill('Nightly report');
  await section(page).getByLabel('End date').fill('2001-01-01');
  await section(page).getByRole('button', { name: 'Make the token' }).click();
  await expect(section(page).getByText('Choose a day from today to a year from today.')).toBeVisible();
  await section(page).getByLabel('End date').fill(inDays(30).slice(0, 10));
  await expectNoViolations(page);
  await section(page).getByRole('button', { name: 'Make the token' }).click();
  const token = await section(page).getByLabel('Your new token').inputValue();
  expect(token).toMatch(/^cs_[\w-]{43}$/);
  await expect(section(page).getByRole('button', { name: 'Copy the token' })).toBeVisible();
  await expect(section(page)).toContainText('Never used');
  await expectNoViolations(page);

  const program = programWith(token);
  expect((await program.get('/api/conversations')).status).toBe(200);
  await page.reload();
  await expect(section(page).getByRole('listitem')).toContainText('Last used just now');
  await expect(section(page).getByLabel('Your new token')).toHaveCount(0);
  expect(await page.content()).not.toContain(token);

  await section(page).getByRole('button', { name: 'Revoke Nightly report' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(section(page)).toContainText('No program has a token.');
  expect((await program.get('/api/conversations')).status).toBe(401);
  await page.goto(`${app.baseURL}/settings/audit`);
  const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(changes.nth(0)).toContainText('You revoked the API token Nightly report');
  await expect(changes.nth(1)).toContainText('You made the API token Nightly report');
  expect(app.log()).not.toContain(token);
});

test('a token that reads starts nothing, and one that starts signs nothing, not even a plan', async () => {
  const [reads, starts] = [programWith(await makeToken('read')), programWith(await makeToken('start'))];
  const body = { parameters: { request: 'Write a file' } };
  expect((await reads.post('/api/workflows/free-request/runs', body)).status).toBe(403);

  model.script(call('write_file', { path: 'held.txt', content: 'held\n' }));
  const { runId } = await starts.start('free-request', { request: 'Write a file' });
  await http.until(runId, 'awaiting_approval');
  const [waiting] = (await starts.get('/api/approvals?status=pending')).json.approvals;
  expect(waiting.runId).toBe(runId);
  expect(waiting.whyNotSign).toContain('An API token signs nothing');
  const { json: state } = await starts.get(`/api/approvals/${waiting.id}/state`);
  const decision = { decision: 'approve', digest: state.digest };
  const refused = await starts.post(`/api/approvals/${waiting.id}/decision`, decision);
  expect([refused.status, refused.json.error.code]).toEqual([403, 'forbidden']);
  expect((await starts.post(`/api/runs/${runId}/stop`)).status).toBe(403);
  expect((await http.get(`/api/runs/${runId}`)).json.header.status).toBe('awaiting_approval');
  await http.post(`/api/runs/${runId}/stop`);

  const parameters = { title: 'Token', text: 'Text', date: '2026-11-28', folder: 'notes' };
  const plan = (await starts.post('/api/workflows/new-note/plan', { parameters })).json;
  expect(plan.calls[0].problem).toContain('An API token signs nothing');
  const note = await starts.post('/api/workflows/new-note/runs', { parameters, consent: plan.planHash });
  expect([note.status, note.json.error.message]).toEqual([
    403,
    expect.stringContaining('An API token signs nothing'),
  ]);
});

test('a token makes no link and no other token, and ends as late as a year from now', async () => {
  const starts = programWith(await makeToken('start'));
  const body = { name: 'More', scope: 'read', expiresAt: inDays(1) };
  for (const path of ['/api/tokens', '/api/links', '/api/sessions/sign-out-others'])
    expect([path, (await starts.post(path, body)).status]).toEqual([path, 403]);
  for (const path of ['/api/tokens', '/api/sessions', '/api/audit'])
    expect([path, (await starts.get(path)).status]).toEqual([path, 403]);
  for (const expiresAt of [inDays(-1), inDays(367), 'tomorrow', null, '']) {
    const answer = await http.post('/api/tokens', { ...body, expiresAt });
    expect([answer.status, answer.json.error.fields.expiresAt]).toEqual([
      400,
      expect.stringMatching(/^End date /),
    ]);
  }
  expect((await http.post('/api/tokens', { ...body, name: '  ' })).status).toBe(400);
  expect((await http.post('/api/tokens', { ...body, scope: 'sign' })).status).toBe(400);
});
