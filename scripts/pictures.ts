/**
 * Pictures of every page and state in the git-ignored folder `screenshots`: `npx tsx scripts/pictures.ts [part of a name …]`, after
 * `npm run build`. Wide, tablet and phone; light and dark. Look at the pictures after every change to the interface.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { call } from '../e2e/support/scripted-model';
import { openPictureBook } from './lib/picture-book';
import * as samples from './lib/picture-samples';

const { app, model, http, picture, open, run, decide, dialog, close } = await openPictureBook(
  process.argv.slice(2),
);

const press = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

try {
  await picture('home-first-visit', open('/'));
  for (const page of ['conversations', 'approvals', 'approvals?tab=decided'])
    await picture(`empty-${page.replace('?tab=', '-')}`, open(`/${page}`));
  await picture('form', open('/workflows/summarise-document'), { isWholePage: true });
  await picture('form-errors', async (page) => {
    await open('/workflows/summarise-document')(page);
    await page.getByRole('button', { name: 'Start' }).click();
  });
  await picture('form-direct', open('/workflows/create-project'), { isWholePage: true });
  await picture(
    'form-direct-consent',
    async (page) => {
      await open('/workflows/create-project')(page);
      await page.getByLabel('Project name').fill('Garden shed');
      await page.getByLabel('Folder').first().fill('projects/garden-shed');
      await page.getByLabel('Goal').fill('Keep the tools dry.');
      await page.getByLabel('Owner').fill('Mara');
      await page.getByRole('button', { name: /^Review/ }).click();
      await page.getByRole('heading', { name: '4 changes' }).waitFor();
    },
    { isWholePage: true },
  );
  await picture('not-found', open('/nowhere'));
  for (const [name, where] of Object.entries({
    home: '/',
    conversations: '/conversations',
    approvals: '/approvals',
    settings: '/settings',
  })) {
    await picture(
      `loading-${name}`,
      async (page) => {
        await page.route('**/api/**', () => {});
        await open(where)(page);
      },
      { isLoading: true },
    );
    await picture(`failed-${name}`, async (page) => {
      await page.route('**/api/**', (route) => route.abort());
      await open(where)(page);
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    });
  }
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
  for (const [name, where] of Object.entries({
    folder: '/files',
    document: '/files?path=README.md',
    code: '/files?path=prices.ts&line=6',
    table: '/files?path=table.csv',
    missing: '/files?path=notes/nothing-here.md',
  }))
    await picture(`file-${name}`, open(where));
  await picture('form-path', async (page) => {
    await open('/workflows/summarise-document')(page);
    await page.getByRole('combobox', { name: /^Document/ }).fill('no');
    await page.getByRole('option').first().waitFor();
  });
  await dialog(
    'change',
    `I round each line, so that sums agree.\n${call('write_file', { path: 'prices.ts', content: samples.codeAfter, overwrite: true })}`,
  );
  await dialog(
    'long-change',
    call('write_file', { path: 'table.csv', content: samples.longAfter, overwrite: true }),
  );
  await dialog(
    'side-by-side',
    call('write_file', { path: 'prices.ts', content: samples.codeAfter, overwrite: true }),
    async (page) => {
      // A phone is too narrow for it, so the dialog does not offer it there.
      const choice = page.getByRole('dialog').getByText('Side by side');
      if (await choice.isVisible()) await choice.click();
    },
  );
  await dialog(
    'long-value',
    call('http_request', {
      method: 'POST',
      url: 'https://api.example.com/v1/notes',
      body: 'word '.repeat(4_000),
    }),
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
  await picture('conversation-answer', open(rich.where), { isWholePage: true });
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

  const running = await run([call('run_command', { command: 'sleep 600' })], 'awaiting_approval');
  await picture('conversation-waiting', async (page) => {
    await open(running.where)(page);
    await page.getByRole('button', { name: 'Close without deciding' }).click();
  });
  await picture(
    'conversation-loading',
    async (page) => {
      await page.route('**/api/conversations/*', () => {});
      await open(running.where)(page);
    },
    { isLoading: true },
  );
  await decide(running.runId, { decision: 'approve' });
  await http.until(running.runId, 'tool_running');
  await picture('conversation-running', open(running.where));
  await picture('conversation-delete-running', async (page) => {
    await open(running.where)(page);
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
  });
  await app.stop('SIGKILL');
  await app.start();
  await picture('conversation-outcome-unknown', open(running.where));
  await picture('conversation-outcome-described', async (page) => {
    await open(running.where)(page);
    await page.getByRole('button', { name: 'It worked…' }).click();
  });
  await http.post(`/api/runs/${running.runId}/stop`);
  const { json: fresh } = await http.post('/api/conversations', { title: 'New conversation' });
  const blank = `/conversations/${fresh.id}`;
  await picture('conversation-new', open(blank));
  await picture('conversation-menu', async (page) => {
    await open(blank)(page);
    await page.getByRole('button', { name: 'Conversation menu' }).click();
  });
  await picture('conversation-rename', async (page) => {
    await open(blank)(page);
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
  });
  await picture('conversation-deleted', async (page) => {
    await open(blank)(page);
    await page.getByRole('button', { name: 'Conversation menu' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await http.post(`/api/conversations/${fresh.id}/restore`);
  });

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
  await picture('home-whole', open('/'), { isWholePage: true });
  await picture('approvals', open('/approvals'));
  await picture('dialog-queue', async (page) => {
    await open('/')(page);
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await page.getByRole('button', { name: 'Next request' }).click();
  });
  const { json: waiting } = await http.get('/api/approvals?status=pending');
  await picture('approval-waiting', open(`/approvals/${waiting.approvals[1].id}`));
  await picture('approvals-decided', open('/approvals?tab=decided'));
  await picture('conversations', open('/conversations'));
  await picture('conversations-no-match', async (page) => {
    await open('/conversations')(page);
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('zebra');
  });
  await picture('settings', open('/settings'), { isWholePage: true });
  await picture(
    'settings-model-server',
    async (page) => {
      await open('/settings')(page);
      await page.getByLabel('A model server').check();
      await page.getByLabel('Address').fill('http://127.0.0.1:9/v1');
      await page.getByRole('button', { name: 'Test connection' }).click();
      await page.getByText('The connection failed').waitFor();
    },
    { isWholePage: true },
  );
  await picture(
    'settings-prompt-edited',
    async (page) => {
      await open('/settings')(page);
      await page.getByRole('button', { name: 'Edit' }).first().click();
    },
    { isWholePage: true },
  );
  await picture('settings-preview', async (page) => {
    await open('/settings')(page);
    await page.getByText('Preview of the text the model gets').first().click();
    await page.getByText(/^Total:/).scrollIntoViewIfNeeded();
  });
  await picture('offline', async (page) => {
    await open('/')(page);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.waitForTimeout(3_000);
  });

  await writeFile(path.join(app.workflowsDir, 'broken.md'), samples.brokenWorkflow);
  await writeFile(path.join(app.workflowsDir, 'hasty.md'), samples.hastyWorkflow);
  await app.stop();
  await app.start();
  await picture('home-broken-file', open('/'));
  model.script({ hold: 'Let me think about this for a long time' });
  const hasty = await http.start('hasty', {});
  await http.until(hasty.runId, 'failed');
  model.release();
  await picture('conversation-time-limit', open(`/conversations/${hasty.conversationId}`));
} finally {
  await close();
}
