import { expect, type Page } from '@playwright/test';
import { httpClient } from './support/http-client';
import { approveButton } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test, tour } from './support/test';

const { app, model } = openSharedApp();

/** Opens a request of high risk that is longer than a window, on its own page. */
async function openLongRequest(page: Page): Promise<string> {
  model.script(call('run_command', { command: `true ${'argument '.repeat(900)}` }), 'Done.');
  const http = httpClient(app);
  const { runId } = await http.start('free-request', { request: 'Run it' });
  const run = await http.until(runId, 'awaiting_approval');
  await page.goto(`${app.baseURL}/approvals/${run.header.approvalId}`);
  return runId;
}

for (const [width, height] of [
  [1280, 800],
  [390, 844],
  [360, 225],
] as const) {
  test(
    `at ${width} × ${height} Approve waits until the end of the page was in view`,
    width === 1280 ? tour : {},
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      const runId = await openLongRequest(page);
      const approve = page.locator(approveButton);
      const answers = [
        approve,
        page.getByRole('button', { name: 'Reject', exact: true }),
        page.getByRole('button', { name: 'Reject with guidance' }),
      ];
      await expect(approve).toHaveAccessibleDescription(/^\d+ more screens?\. Read to the end to approve\.$/);
      for (const button of answers) await expect(button).toBeInViewport({ ratio: 1 });
      await expect(answers[1] ?? approve).not.toHaveAttribute('aria-disabled', 'true');
      await expect(approve).toHaveAttribute('aria-disabled', 'true');
      await approve.click({ force: true });
      await page.keyboard.press('Control+Enter');
      const { json: before } = await httpClient(app).get(`/api/runs/${runId}`);
      expect(before.header.status).toBe('awaiting_approval');

      await page.getByRole('button', { name: /^Go to the end/ }).click();
      await expect(page.getByText(/^Details/)).toBeInViewport();
      await expect(page.getByRole('article').getByText(/more screens?\./)).toHaveCount(0);
      await expect(approve).not.toHaveAttribute('aria-disabled', 'true');
      for (const button of answers) await expect(button).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Control+Enter');
      await expect(page.getByText('Countersigned by you').first()).toBeVisible();
      await httpClient(app).until(runId, 'completed');
    },
  );
}
