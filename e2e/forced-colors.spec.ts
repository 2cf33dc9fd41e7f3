import { expect, type Locator } from '@playwright/test';
import { approveButton, ask, dialogOf, openPalette } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test } from './support/test';

test.use({ forcedColors: 'active' });
const { app, model } = openSharedApp();

const lookOf = (element: Locator) =>
  element.evaluate((node) => {
    const { backgroundColor, color, borderTopWidth, outlineStyle, outlineWidth } = getComputedStyle(node);
    return { backgroundColor, color, borderTopWidth, outline: `${outlineStyle} ${outlineWidth}` };
  });

test('a border marks the current page', async ({ page }) => {
  await page.goto(`${app.baseURL}/conversations`);
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  expect((await lookOf(link('Conversations'))).borderTopWidth).not.toBe('0px');
  expect((await lookOf(link('Settings'))).borderTopWidth).toBe('0px');
});

test('the chosen one of several segments is filled', async ({ page }) => {
  await page.goto(`${app.baseURL}/settings`);
  const segments = page.getByRole('radiogroup', { name: 'Colors' }).locator('label');
  const [chosen, other] = [await lookOf(segments.first()), await lookOf(segments.nth(1))];
  expect(chosen.backgroundColor).not.toBe(other.backgroundColor);
  expect(chosen.color).not.toBe(chosen.backgroundColor);
});

test('the chosen one of several options is filled', async ({ page }) => {
  await page.goto(`${app.baseURL}/workflows/summarize-document`);
  const chosen = page.getByRole('radio', { name: /^Short/ });
  await expect(chosen).toBeChecked();
  const other = page.getByRole('radio', { name: /^Detailed/ });
  expect((await lookOf(chosen)).backgroundColor).not.toBe((await lookOf(other)).backgroundColor);
});

test('a dialog has an edge, the chosen entry of the palette and the thumb of a switch are marked', async ({
  page,
}) => {
  await page.goto(`${app.baseURL}/settings`);
  const off = page.getByRole('switch').first();
  const track = off.locator('xpath=following-sibling::*[1]');
  await expect(off).not.toBeChecked();
  expect((await lookOf(track)).borderTopWidth).not.toBe('0px');
  const thumb = await lookOf(track.locator('.mantine-Switch-thumb'));
  expect(thumb.backgroundColor).not.toBe((await lookOf(track)).backgroundColor);
  await openPalette(page);
  const dialog = dialogOf(page);
  const options = dialog.getByRole('option');
  const [chosen, other] = [await lookOf(options.first()), await lookOf(options.nth(1))];
  expect(chosen.outline).not.toBe(other.outline);
  expect((await lookOf(dialog)).outline).toMatch(/^solid [1-9]/);
});

test('Approve is filled and Reject is not, a locked Approve is neither, and the focus shows', async ({
  page,
}) => {
  model.script(call('run_command', { command: `true ${'argument '.repeat(1_000)}` }), 'Done.');
  await ask(page, app.baseURL, 'Run it');
  const dialog = dialogOf(page);
  const approve = dialog.locator(approveButton);
  const reject = dialog.getByRole('button', { name: 'Reject', exact: true });
  await expect(approve).toHaveAccessibleDescription(/Read to the end to approve/);
  const locked = await lookOf(approve);
  await page.keyboard.press('End');
  await expect(approve).not.toHaveAttribute('aria-disabled', 'true');
  await expect.poll(async () => (await lookOf(approve)).backgroundColor).not.toBe(locked.backgroundColor);
  const [open, plain] = [await lookOf(approve), await lookOf(reject)];
  expect(open.backgroundColor).not.toBe(plain.backgroundColor);
  expect(open.color).not.toBe(open.backgroundColor);
  expect(locked.color).not.toBe(plain.color);

  for (const button of [reject, dialog.getByRole('button', { name: 'Reject with guidance' }), approve]) {
    const before = await lookOf(button);
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
    expect((await lookOf(button)).outline).not.toBe(before.outline);
    expect((await lookOf(button)).outline).not.toMatch(/^none|0px$/);
  }
  await approve.click();
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
});
