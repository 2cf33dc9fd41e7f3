/**
 * Pictures of every page and state in the git-ignored folder `screenshots`: `npx tsx scripts/pictures.ts [part of a name]`, after
 * `npm run build`. Wide, tablet and phone; light and dark. Look at them after every change to the interface.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { startApp } from '../e2e/support/app';
import { httpClient } from '../e2e/support/http-client';
import { call, type Scripted, startScriptedModel } from '../e2e/support/scripted-model';
import { launchOptions } from './lib/browser.mjs';
import * as samples from './lib/picture-samples';

const folder = 'screenshots';
const sizes = { wide: [1440, 900], tablet: [768, 1024], phone: [390, 844] } as const;
const settleMs = 600;
const wanted = process.argv[2] ?? '';

await mkdir(folder, { recursive: true });
const model = await startScriptedModel();
const app = await startApp({ OPENAI_BASE_URL: model.baseUrl, OPENAI_MODEL: 'example-model' });
const browser = await chromium.launch(launchOptions());
const http = httpClient(app);

async function picture(
  name: string,
  take: (page: Page) => Promise<void>,
  isWholePage = false,
): Promise<void> {
  if (!name.includes(wanted)) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [size, [width, height]] of Object.entries(sizes)) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme });
      await take(page);
      await expect(page.getByText(/^Loading/)).toHaveCount(0);
      await page.waitForTimeout(settleMs);
      await page.screenshot({ path: `${folder}/${name}-${size}-${colorScheme}.png`, fullPage: isWholePage });
      await page.close();
    }
  }
  console.log(name);
}

const open = (where: string) => async (page: Page) => {
  await page.goto(`${app.baseURL}${where}`);
  await page.waitForLoadState('load');
};

/** A run in its own conversation, followed until it has this state. */
async function run(
  replies: Scripted[],
  until: string,
  request = 'Tidy up the notes',
): Promise<{ runId: string; where: string }> {
  model.script(...replies);
  const { runId, conversationId } = await http.start('free-request', { request });
  for (;;) {
    const { json } = await http.get(`/api/runs/${runId}`);
    if (json.header.status === until) return { runId, where: `/conversations/${conversationId}` };
    if (!json.header.isActive)
      throw new Error(`Ended as ${json.header.status} instead of ${until}: ${json.header.outcome?.message}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function decide(runId: string, decision: object): Promise<string> {
  const { json } = await http.get('/api/approvals?status=pending');
  const approval = json.approvals.find((one: { runId: string }) => one.runId === runId);
  await http.post(`/api/approvals/${approval.id}/decision`, decision);
  return approval.id;
}

async function dialog(name: string, reply: string, then?: (page: Page) => Promise<void>): Promise<void> {
  const { runId, where } = await run([reply], 'awaiting_approval');
  await picture(`dialog-${name}`, async (page) => {
    await open(where)(page);
    await page.getByRole('dialog').waitFor();
    await page.waitForTimeout(settleMs);
    await then?.(page);
  });
  await decide(runId, { decision: 'reject' });
}

const press = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

try {
  await picture('home-first-visit', open('/'));
  for (const page of ['conversations', 'approvals', 'approvals?tab=decided'])
    await picture(`empty-${page.replace('?tab=', '-')}`, open(`/${page}`));
  await picture('form', open('/workflows/summarise-document'), true);
  await picture('form-errors', async (page) => {
    await open('/workflows/summarise-document')(page);
    await page.getByRole('button', { name: 'Start' }).click();
  });
  await picture('form-direct', open('/workflows/create-project'), true);
  await picture('not-found', open('/nowhere'));
  await picture('palette', async (page) => {
    await open('/')(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
  });
  await picture('palette-search', async (page) => {
    await open('/')(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('note');
  });

  await writeFile(path.join(app.workspaceDir, 'prices.ts'), samples.codeBefore);
  await writeFile(path.join(app.workspaceDir, 'table.csv'), samples.longBefore);
  await dialog(
    'change',
    `I round each line, so that sums agree.\n${call('write_file', { path: 'prices.ts', content: samples.codeAfter, overwrite: true })}`,
  );
  await dialog(
    'long-change',
    call('write_file', { path: 'table.csv', content: samples.longAfter, overwrite: true }),
  );
  await dialog('new-file', call('write_file', { path: 'notes/plan.md', content: samples.document }));
  await dialog(
    'command',
    call('run_command', { command: 'npm run report -- --quarter 3 && rm -rf build/cache' }),
  );
  await dialog(
    'hidden-characters',
    call('run_command', { command: 'echo \u202Egnp.exe\u202C \u200Bhidden\tand\u00A0more' }),
  );
  await dialog(
    'request',
    call('http_request', {
      method: 'POST',
      url: 'https://api.example.com/v1/invoices?draft=true',
      body: samples.json,
    }),
  );
  await dialog('move', call('move_file', { from: 'report-q3.md', to: 'archive/2026/report-q3.md' }));
  await dialog('delete', call('delete_file', { path: 'report-q3.md' }));
  await dialog('reject', call('delete_file', { path: 'README.md' }), press('Reject'));
  await dialog('guidance', call('delete_file', { path: 'README.md' }), press('Reject with guidance'));

  const rich = await run(
    [`${call('list_files', { path: '.' })}`, samples.answer],
    'completed',
    'Explain the prices',
  );
  await picture('conversation-answer', open(rich.where), true);
  const signed = await run(
    [
      call('write_file', { path: 'notes/plan.md', content: samples.document }),
      'The plan is in `notes/plan.md`.',
    ],
    'awaiting_approval',
  );
  const decision = await decide(signed.runId, { decision: 'approve' });
  await http.until(signed.runId, 'completed');
  await picture('conversation-signed', open(signed.where));
  await picture('conversation-step-open', async (page) => {
    await open(signed.where)(page);
    await page.getByRole('button', { name: /Write .* to notes\/plan.md/ }).click();
  });
  await picture('decision', open(`/approvals/${decision}`));
  const rejected = await run([call('delete_file', { path: 'README.md' })], 'awaiting_approval');
  await decide(rejected.runId, { decision: 'reject', reason: 'We still need it' });
  await picture('conversation-rejected', open(rejected.where));
  const guided = await run(
    [call('delete_file', { path: 'README.md' }), 'I left it where it is.'],
    'awaiting_approval',
  );
  await decide(guided.runId, {
    decision: 'reject_with_guidance',
    guidance: 'Keep the README, tidy the notes only',
  });
  await http.until(guided.runId, 'completed');
  await picture('conversation-guided', open(guided.where));
  const malformed = await run(Array(3).fill('{"tool": "read_file", "parameters": {"path":'), 'failed');
  await picture('conversation-malformed', open(malformed.where));
  const failing = await run(
    Array(4).fill({ status: 401, body: '{"error":{"message":"Incorrect API key provided"}}' }).slice(0, 1),
    'failed',
  );
  await picture('conversation-model-failed', open(failing.where));
  const limited = await run(Array(25).fill(call('list_files', { path: '.' })), 'failed');
  await picture('conversation-step-limit', open(limited.where));
  const streaming = await run(
    [
      {
        hold: 'First I look at the notes, then at the plan. **Three** things stand out so far:\n\n- the budget',
      },
    ],
    'calling_model',
  );
  await picture('conversation-streaming', open(streaming.where));
  await http.post(`/api/runs/${streaming.runId}/stop`);
  model.release();
  await picture('conversation-stopped', open(streaming.where));

  for (const reply of [
    call('run_command', { command: 'npm test' }),
    call('write_file', {
      path: 'notes/plan.md',
      content: `${samples.document}\nChecked on 3 October.\n`,
      overwrite: true,
    }),
    call('http_request', { method: 'GET', url: 'https://example.com/' }),
  ])
    await run([reply], 'awaiting_approval');
  await picture('home-waiting', open('/'));
  await picture('home-whole', open('/'), true);
  await picture('approvals', open('/approvals'));
  await picture('approvals-decided', open('/approvals?tab=decided'));
  await picture('conversations', open('/conversations'));
  await picture('conversations-no-match', async (page) => {
    await open('/conversations')(page);
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('zebra');
  });
  await picture('settings', open('/settings'), true);
  await picture('settings-preview', async (page) => {
    await open('/settings')(page);
    await page.getByText('What the model will get').first().click();
    await page.getByText('Together').scrollIntoViewIfNeeded();
  });
  await picture('offline', async (page) => {
    await open('/')(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.waitForTimeout(3_000);
  });
} finally {
  await browser.close();
  await app.dispose();
  await model.close();
}
