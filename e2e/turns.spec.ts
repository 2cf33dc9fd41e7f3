import { expect } from '@playwright/test';
import { openOwnApp, test, tour } from './support/test';

const { app, model, http } = openOwnApp(async () => ({ MAX_WORKING_RUNS: '1' }));

test(
  'the page of a run that waits for others shows its place in the line, and follows it',
  tour,
  async ({ page }) => {
    model.script({ hold: 'The first' }, { hold: 'The second' }, 'The third is done.');
    const start = () => http.start('free-request', { request: 'Answer' });
    const first = await start();
    await http.until(first.runId, 'calling_model');
    const second = await start();
    const third = await start();
    await page.goto(`${app.baseURL}/conversations/${third.conversationId}`);
    await expect(page.getByText('Waiting for another run to finish, 2nd in line')).toBeVisible();
    await expect.poll(() => model.requests.length).toBe(1);
    model.release();
    await expect(page.getByText('Waiting for another run to finish, 1st in line')).toBeVisible();
    await http.until(first.runId, 'completed');
    await expect.poll(() => model.requests.length).toBe(2);
    model.release();
    await expect(page.getByText('The third is done.')).toBeVisible();
    await http.until(second.runId, 'completed');
  },
);
