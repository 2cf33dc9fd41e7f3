import { expect, type Locator, type Page } from '@playwright/test';

/** Fills the form of a workflow by its labels, presses Start and waits for the conversation. */
export async function startWorkflow(page: Page, baseURL: string, id: string, values: Record<string, string>) {
  await page.goto(`${baseURL}/workflows/${id}`);
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: false }).first().fill(value);
  await page.getByRole('button', { name: 'Start' }).click();
  await page.waitForURL(/\/conversations\/cnv_/);
}

export const ask = (page: Page, baseURL: string, request: string) =>
  startWorkflow(page, baseURL, 'free-request', { 'What would you like done?': request });

/** Opens a page, and waits until it reacts and shows its content. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  // The page first asks what waits for the person when its code runs, so it has its handlers when the answer came.
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name }) => name.includes('/api/approvals?status=pending')),
  );
  await expect(page.locator('main :is(h1, h2)').first()).toBeVisible();
  // A run that goes on is busy, too.
  await expect(page.locator('main [aria-busy="true"]:not(article)')).toHaveCount(0);
  await page.evaluate(async () => void (await document.fonts.ready));
}

export function dialogOf(page: Page): Locator {
  return page.getByRole('dialog');
}

/** This selector finds Approve. At a high risk the button says what it does, such as "Run command". */
export const approveButton = '[data-action="approve"]';

/** Presses a control again until the page reacts, because a page from the server has no handlers at first. */
export async function openPalette(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox')).toBeFocused({
      timeout: 1000,
    });
  }).toPass();
}

/** Presses a button of the dialog as soon as it is enabled. */
export async function press(page: Page, name: string): Promise<void> {
  const button = dialogOf(page).getByRole('button', { name, exact: true });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click();
}

/** Approves as soon as the button is enabled, after scrolling a long request to its end. */
export async function approve(page: Page): Promise<void> {
  const button = dialogOf(page).locator(approveButton);
  const toEnd = dialogOf(page).getByRole('button', { name: /^Go to the end/ });
  await expect(async () => {
    if (await toEnd.isVisible()) await toEnd.click();
    await expect(button).not.toHaveAttribute('aria-disabled', 'true', { timeout: 1_000 });
  }).toPass();
  await button.click();
}
