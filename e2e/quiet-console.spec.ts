import { expect, type Page } from '@playwright/test';
import { type App, startApp } from './support/app';
import { httpClient } from './support/http-client';
import { visit } from './support/pages';
import { test, tour } from './support/test';

let app: App;

test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(() => app.dispose());

/** Collects the browser's complaints: console messages and breaches of the content security policy. */
async function listen(page: Page): Promise<string[]> {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.exposeFunction('complain', (words: string) => void complaints.push(words));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      (window as typeof window & { complain: (words: string) => void }).complain(
        `${violatedDirective} ${blockedURI} ${sourceFile}`,
      ),
    );
  });
  return complaints;
}

test('no page breaks its content security policy or complains in the console', tour, async ({ page }) => {
  const http = httpClient(app);
  const { runId, conversationId } = await http.start('notes-to-tasks', {
    path: 'notes/meeting-2026-10-02.md',
  });
  const { header } = await http.until(runId, 'awaiting_approval');
  const complaints = await listen(page);
  const pages = [
    '/',
    '/workflows/organize-files',
    '/conversations',
    `/conversations/${conversationId}`,
    '/approvals',
    `/approvals/${header.approvalId}`,
    '/settings',
  ];
  for (const where of pages) {
    await visit(page, `${app.baseURL}${where}`);
    expect.soft(complaints.splice(0), where).toEqual([]);
  }
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible();
  expect(complaints).toEqual([]);
});
