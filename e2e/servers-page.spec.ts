import { expect } from '@playwright/test';
import { openOwnApp, test, tour } from './support/test';

const { app, model, http } = openOwnApp(async () => ({ MAX_WORKING_RUNS: '1' }));

test('an admin sees the servers, their runs and the runs that wait for one', tour, async ({ page }) => {
  await page.goto(`${app.baseURL}/settings`);
  await page.getByRole('link', { name: 'Show the servers' }).click();
  await expect(page.getByText('No run waits for a server.')).toBeVisible();
  const server = page.getByRole('list', { name: 'Servers' }).getByRole('listitem');
  await expect(server).toHaveCount(1);
  await expect(server).toContainText('This server');
  await expect(server).toContainText('0 runs at work');

  model.script({ hold: 'Working' }, 'Done, too.');
  const start = () => http.start('free-request', { request: 'Answer' });
  const first = await start();
  await http.until(first.runId, 'calling_model');
  const second = await start();
  await expect(server).toContainText('1 run at work, 1 in line');
  await expect(page.getByText('1 run without a server, since')).toBeVisible();
  await expect.poll(() => model.requests.length).toBe(1);
  model.release();
  await http.until(first.runId, 'completed');
  await http.until(second.runId, 'completed');
  await expect(server).toContainText('0 runs at work');
});
