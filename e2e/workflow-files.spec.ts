import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { type App, startApp } from './support/app';
import { httpClient } from './support/http-client';
import { approve, approveButton, dialogOf, startWorkflow } from './support/pages';
import { test, tour } from './support/test';
import { expectNoViolations } from './support/violations';

let app: App;

test.beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-workflows-'));
  await cp('workflows', folder, { recursive: true });
  await writeFile(
    path.join(folder, 'broken.md'),
    '---\nid: broken\ntitle: Broken\nparameters: nonsense\n---\nDo it.\n',
  );
  const summarize = await readFile('workflows/summarize-document.md', 'utf8');
  const guarded = summarize.replace(/^id: .*$/m, 'id: guarded\nsign: { role: approver, not: requester }');
  await writeFile(path.join(folder, 'guarded.md'), guarded.replace(/^title: .*$/m, 'title: Guarded summary'));
  await writeFile(path.join(folder, 'broken.md~'), 'An editor keeps this copy.');
  app = await startApp({ WORKFLOWS_DIR: folder });
});
test.afterAll(() => app.dispose());

test(
  'a broken workflow file is reported with file, line and reason, and affects no other; an ignored one is listed',
  tour,
  async ({ page }) => {
    await page.goto(app.baseURL);
    await expect(page.getByText('1 workflow file has a mistake')).toBeVisible();
    await expect(page.getByText(/broken\.md:\d+/).first()).toBeVisible();
    await expect(page.getByText('Ignored in the workflows folder: 1 item')).toBeVisible();
    await expect(page.getByText('its name does not end in .md or .markdown')).toBeVisible();
    await expect(page.getByText('broken.md~', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: /Free request/ }).first()).toBeVisible();
  },
);

test(
  'a direct workflow shows exactly what it will do, asks consent in its form, and does just that',
  tour,
  async ({ page }) => {
    await page.goto(`${app.baseURL}/workflows/create-project`);
    await page.getByLabel('Project name').fill('Garden shed');
    await page.getByLabel('Folder').first().fill('projects/garden-shed');
    await page.getByLabel('Goal').fill('Keep the tools dry.');
    await page.getByLabel('Owner').fill('Mara');
    await page.getByRole('button', { name: 'Review what it will do' }).click();
    await expect(page.getByRole('heading', { name: '4 changes' })).toBeVisible();
    await page.getByLabel('I’ve reviewed these 4 changes.').check();
    await page.getByRole('button', { name: 'Start' }).click();
    await page.waitForURL(/\/conversations\/cnv_/);
    await expect(page.getByText('Done ·').first()).toBeVisible();
    expect(await readFile(path.join(app.workspaceDir, 'projects/garden-shed/README.md'), 'utf8')).toContain(
      'Garden shed',
    );
    const changed = page.getByRole('region', { name: 'Changed files' });
    await expect(changed.getByText('Created')).toHaveCount(4);
  },
);

test(
  'a workflow that asks for the signature of someone else shows its starter the request, and why they cannot sign',
  tour,
  async ({ page }) => {
    await page.goto(`${app.baseURL}/workflows/guarded`);
    await expect(page.getByText('An approver or admin, but not who started the run')).toBeVisible();
    await expect(page.getByText('nobody here may sign what you start with it')).toBeVisible();
    const http = httpClient(app);
    const { runId, conversationId } = await http.start('guarded', {
      path: 'README.md',
      length: 'short',
      save_as: 'guarded.md',
    });
    const { header } = await http.until(runId, 'awaiting_approval');
    expect(header.isActive).toBe(true);
    await page.goto(`${app.baseURL}/conversations/${conversationId}`);
    const dialog = dialogOf(page);
    // The request opens by itself only for those who may sign it, and who that is comes after the page.
    await expect(page.getByTitle(/^Waits for others: /)).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(dialog.getByText('You started this run, so someone else must sign this.')).toBeVisible();
    await expect(
      dialog.getByText('Who may sign: An approver or admin, but not who started the run.'),
    ).toBeVisible();
    await expect(dialog.locator(approveButton)).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: /Reject/ })).toHaveCount(0);
    // It waits for others, so it does not count as something that needs this person.
    const { json } = await http.get('/api/approvals?status=others');
    expect([json.needsYouCount, json.othersCount]).toEqual([0, 1]);
    const refused = await http.approve(json.approvals[0].id);
    expect([refused.status, refused.json.error.code]).toEqual([403, 'forbidden']);
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Break the glass…' }).click();
    const send = dialog.getByRole('button', { name: 'Break the glass and approve' });
    await expect(send).toBeDisabled();
    await dialog.getByLabel('Why do you approve this alone?').fill('Nobody else is here.');
    await send.click();
    await http.until(runId, 'completed');
    const note = page.getByRole('link', { name: /Approved alone, breaking glass, by you/ });
    await expect(note).toHaveAttribute('data-decision', 'rejected');
    await note.click();
    await expect(page.getByText('Approved alone, breaking glass, by you').first()).toBeVisible();
    await expect(page.getByText('Nobody else is here.').first()).toBeVisible();
    await page.goto(`${app.baseURL}/approvals?tab=decided&status=approved`);
    await expect(page.getByText('Approved alone, breaking glass, by you').first()).toBeVisible();
  },
);

test('without consent, or with consent to something else, a direct workflow does not start', async () => {
  const http = httpClient(app);
  const { json: list } = await http.get('/api/workflows');
  const fields = list.workflows.find((workflow: { id: string }) => workflow.id === 'new-note').fields;
  const parameters = Object.fromEntries(
    fields
      .filter((field: { required: boolean; default: unknown }) => field.required && field.default === null)
      .map((field: { name: string }) => [field.name, 'A note']),
  );
  expect((await http.post('/api/workflows/new-note/runs', { parameters })).json.error.code).toBe(
    'consent_required',
  );
  const forged = await http.post('/api/workflows/new-note/runs', { parameters, consent: 'x' });
  expect([forged.status, forged.json.error.code]).toEqual([409, 'plan_changed']);
});

test('invalid values are named at their fields, and nothing is lost', tour, async ({ page }) => {
  await page.goto(`${app.baseURL}/workflows/summarize-document`);
  await page.getByLabel('What matters to you').fill('the dates');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Document' })).toBeVisible();
  await expect(page.getByLabel('What matters to you')).toHaveValue('the dates');
});

test('the demo model works offline from a button to a signed change', tour, async ({ page }) => {
  await page.goto(`${app.baseURL}/workflows/summarize-document`);
  await page.getByLabel('Document').first().fill('report-q3.md');
  await page.getByLabel('Save the summary as').fill('summaries/q3.md');
  await page.getByRole('button', { name: 'Start' }).click();
  const button = page.getByRole('dialog').locator(approveButton);
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click();
  await expect(page.getByText(/script/i).first()).toBeVisible();
  await expect
    .poll(() => readFile(path.join(app.workspaceDir, 'summaries/q3.md'), 'utf8').catch(() => ''))
    .not.toBe('');
});

test(
  'a web service is checked with one signed request, and the answer is compared',
  tour,
  async ({ page }) => {
    const requests: string[] = [];
    const service = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.end('all is well');
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const { port } = service.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/status`;
    await startWorkflow(page, app.baseURL, 'check-web-service', {
      URL: url,
      'Expected text': 'all is well',
    });
    await expect(dialogOf(page)).toContainText(url);
    expect(requests).toEqual([]);
    await approve(page);
    await expect(page.getByText(`${url} is fine.`)).toBeVisible();
    await expect(page.getByRole('cell', { name: 'found' })).toBeVisible();
    await expect(page.getByText(/a script wrote this/)).toBeVisible();
    expect(requests).toEqual(['GET /status']);
    await new Promise((resolve) => service.close(resolve));
  },
);
