import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { launchOptions } from '../../scripts/lib/browser.mjs';
import { startApp } from '../support/app';
import { httpClient } from '../support/http-client';
import { openContext } from '../support/let-in';
import { type Scripted, startScriptedModel } from '../support/scripted-model';

const folder = 'screenshots';
const sizes = { wide: [1440, 900], tablet: [768, 1024], phone: [390, 844] } as const;
/** This size shows a laptop at 400 % zoom. */
const lowSize = { low: [360, 225] } as const;
const settleMs = 600;

export type PictureBook = Awaited<ReturnType<typeof openPictureBook>>;

/**
 * Opens the built app with a scripted model and these variables, and a browser that takes pictures in every size
 * and theme.
 */
export async function openPictureBook(wanted: readonly string[], env: Record<string, string> = {}) {
  await mkdir(folder, { recursive: true });
  const model = await startScriptedModel();
  const workflowsDir = await mkdtemp(path.join(tmpdir(), 'countersign-pictures-'));
  await cp('workflows', workflowsDir, { recursive: true });
  const app = await startApp({
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_MODEL: 'example-model',
    WORKFLOWS_DIR: workflowsDir,
    ...env,
  });
  const browser = await chromium.launch(launchOptions());
  const http = httpClient(app);

  const isWanted = (name: string) => wanted.length === 0 || wanted.some((part) => name.includes(part));

  async function picture(
    name: string,
    take: (page: Page) => Promise<void>,
    { isWholePage = false, isLoading = false, isLow = false } = {},
  ): Promise<void> {
    if (!isWanted(name)) return;
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const [size, [width, height]] of Object.entries(isLow ? { ...sizes, ...lowSize } : sizes)) {
        const context = await openContext(browser, app, { viewport: { width, height }, colorScheme });
        const page = await context.newPage();
        await take(page);
        if (!isLoading) await expect(page.getByText(/^Loading/)).toHaveCount(0);
        await page.waitForTimeout(settleMs);
        await page.screenshot({
          path: `${folder}/${name}-${size}-${colorScheme}.png`,
          fullPage: isWholePage,
        });
        await context.close();
      }
    }
    console.log(name);
  }

  const open = (where: string) => async (page: Page) => {
    await page.goto(`${app.baseURL}${where}`);
    await page.waitForLoadState('load');
  };

  /** Starts a run in its own conversation and waits until it has this state. */
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
        throw new Error(
          `Ended as ${json.header.status} instead of ${until}: ${json.header.outcome?.message}`,
        );
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function decide(runId: string, decision: object): Promise<string> {
    const { json } = await http.get('/api/approvals?status=pending');
    const approval = json.approvals.find((one: { runId: string }) => one.runId === runId);
    const { digest } = (await http.get(`/api/approvals/${approval.id}/state`)).json;
    await http.post(`/api/approvals/${approval.id}/decision`, { ...decision, digest });
    return approval.id;
  }

  async function dialog(name: string, reply: string, then?: (page: Page) => Promise<void>): Promise<void> {
    if (!isWanted(`dialog-${name}`)) return;
    const { runId, where } = await run([reply], 'awaiting_approval');
    const take = async (page: Page) => {
      await open(where)(page);
      await page.getByRole('dialog').waitFor();
      await page.waitForTimeout(settleMs);
      await then?.(page);
    };
    await picture(`dialog-${name}`, take, { isLow: true });
    await decide(runId, { decision: 'reject' });
  }

  async function close(): Promise<void> {
    await browser.close();
    await app.dispose();
    await model.close();
    await rm(workflowsDir, { recursive: true, force: true });
  }
  return { app, model, http, picture, open, run, decide, dialog, close };
}
