import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { createBuiltInTools } from '../lib/tools/built-in-tools';
import { createToolParts } from '../lib/tools/tool-parts';
import { approve, approveButton, ask, dialogOf, visit } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test, tour } from './support/test';

const { app, model } = openSharedApp();

/** These texts must never reach a browser: a tool's name, a raw call, the calling convention. */
const forbidden = [
  ...createBuiltInTools(createToolParts({ workspaceDir: '/' })).map((tool) => tool.name),
  '"terminate"',
  '\\"terminate\\"',
  ', step 1, ok',
  'How to use tools',
];
const findIn = (text: string) => forbidden.filter((word) => text.includes(word));

test('no answer and no file of the bundle holds a tool definition or a raw call', tour, async ({ page }) => {
  const seen: { url: string; text: string }[] = [];
  const reads: Promise<void>[] = [];
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('event-stream')) return;
    reads.push(
      response
        .text()
        .then((text) => void seen.push({ url: response.url(), text }))
        .catch(() => undefined),
    );
  });
  model.script(
    '{"tool": "read_file", "parameters": ',
    `I will list the files.\n${call('list_files', { path: '.' })}`,
    `Now I write.\n${call('write_file', { path: 'leak.txt', content: 'x' })}`,
    'All done.',
  );
  await ask(page, app.baseURL, 'Show and write');
  await expect(dialogOf(page).locator(approveButton)).toBeVisible();
  const runId = /run_[0-9a-f]{32}/.exec(seen.map(({ text }) => text).join('\n'))?.[0] ?? '';
  await approve(page);
  await expect(page.getByText('All done.')).toBeVisible();
  await page
    .getByRole('button', { name: /Write 1 line to leak.txt/ })
    .first()
    .click();
  for (const where of ['/', '/approvals', '/conversations', '/settings'])
    await visit(page, `${app.baseURL}${where}`);
  await Promise.all(reads);
  for (const api of [
    '/api/workflows',
    '/api/settings/prompts',
    '/api/settings/prompts/default/preview?workflow=free-request',
    '/api/settings/prompts/default/preview?workflow=notes-to-tasks',
    '/api/settings/general',
    `/api/runs/${runId}`,
    '/api/approvals?status=decided',
  ]) {
    const answer = await app.fetch(`${api}`);
    expect(answer.status, api).toBe(200);
    seen.push({ url: api, text: await answer.text() });
  }
  const stream = await app.fetch(`/api/runs/${runId}/events`, {
    headers: { 'last-event-id': '0' },
    signal: AbortSignal.timeout(1_500),
  });
  const reader = stream.body?.getReader();
  let streamed = '';
  try {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read())
      streamed += new TextDecoder().decode(read.value);
  } catch {
    // The stream goes on, but the test has read enough.
  }
  expect(streamed).toContain('tool_finished');
  seen.push({ url: 'events', text: streamed });

  expect(seen.length).toBeGreaterThan(20);
  expect(seen.flatMap(({ url, text }) => findIn(text).map((word) => `${word} in ${url}`))).toEqual([]);
});

test('the built bundle holds no tool, no list of tools and no parsing of calls', tour, async () => {
  const folder = path.resolve('.next/static');
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  expect(files.length).toBeGreaterThan(5);
  const found: string[] = [];
  for (const name of files) {
    const text = await readFile(path.join(folder, name), 'utf8');
    for (const word of [...forbidden, 'parseUserCommand', 'parseAIResponseToToolCall', 'tools/available']) {
      if (text.includes(word)) found.push(`${word} in ${name}`);
    }
  }
  expect(found).toEqual([]);
});

test('no endpoint lists the tools', tour, async () => {
  for (const where of ['/tools/available', '/api/tools', '/api/tools/available']) {
    expect((await app.fetch(`${where}`)).status).toBe(404);
  }
});
