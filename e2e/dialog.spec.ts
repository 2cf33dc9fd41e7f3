import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { approve, approveButton, ask, dialogOf } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test, tour } from './support/test';

const { app, model, http } = openSharedApp();

const stop = async (runId: string) => http.post(`/api/runs/${runId}/stop`, {});
const pending = async () => (await http.get('/api/approvals?status=pending')).json.approvals;

test('a high risk has a red edge, and its button is named after the act', async ({ page }) => {
  await writeFile(path.join(app.workspaceDir, 'old.txt'), 'old\n');
  await mkdir(path.join(app.workspaceDir, 'empty'), { recursive: true });
  for (const [reply, name] of [
    [call('run_command', { command: 'echo hello' }), 'Run command'],
    [call('delete_file', { path: 'old.txt' }), 'Delete file'],
    [call('delete_file', { path: 'empty' }), 'Delete folder'],
    [call('http_request', { url: 'http://127.0.0.1:9/', method: 'POST', body: 'x' }), 'Send request'],
  ] as const) {
    model.script(reply);
    await ask(page, app.baseURL, 'Do it');
    const dialog = dialogOf(page);
    await expect(dialog).toHaveAttribute('data-risk', 'high');
    await expect(dialog.locator(approveButton)).toHaveAccessibleName(name);
    for (const [action, label] of [
      ['reject', 'Reject'],
      ['guide', 'Reject with guidance'],
    ] as const)
      await expect(dialog.locator(`[data-action="${action}"]`)).toHaveAccessibleName(label);
    const [request] = await pending();
    await page.goto(`${app.baseURL}/approvals/${request.id}`);
    await expect(page.locator(approveButton)).toHaveAccessibleName(name);
    await stop(request.runId);
    await expect(page.getByText('Canceled: you stopped the run').first()).toBeVisible();
  }
  model.script(call('write_file', { path: 'low.txt', content: 'x' }));
  await ask(page, app.baseURL, 'Write it');
  await expect(dialogOf(page).locator(approveButton)).toHaveAccessibleName('Approve');
  await stop((await pending())[0].runId);
});

test('the model’s words come first, open and marked; nothing empty is shown', tour, async ({ page }) => {
  model.script(`The report is old.\n${call('run_command', { command: 'echo hello' })}`);
  await ask(page, app.baseURL, 'Do it');
  const dialog = dialogOf(page);
  const why = dialog.getByRole('figure').filter({ hasText: 'Why the model asks' });
  await expect(why).toContainText('its own words, not verified');
  await expect(why).toContainText('The report is old.');
  const isFirst = await why.evaluate((figure) => figure.parentElement?.firstElementChild === figure);
  expect(isFirst).toBe(true);
  await expect(dialog).not.toContainText(/Other parameters|Shown above|first step/);
  await stop((await pending())[0].runId);
});

test('after the last decision the dialog leaves at once; with another request it goes there', async ({
  page,
}) => {
  model.script(call('write_file', { path: 'last-2.txt', content: 'x' }));
  const { runId } = await http.start('free-request', { request: 'Second' });
  await http.until(runId, 'awaiting_approval');
  model.script(call('write_file', { path: 'last-1.txt', content: 'x' }), 'First is written.');
  await ask(page, app.baseURL, 'First');
  await expect(dialogOf(page).getByRole('heading', { name: 'Write 1 line to last-1.txt' })).toBeVisible();
  await approve(page);
  await expect(dialogOf(page).getByRole('heading', { name: 'Write 1 line to last-2.txt' })).toBeVisible();
  await expect(dialogOf(page)).toContainText('Countersigned by you: Write 1 line to last-1.txt');
  model.script('Second is written.');
  // The stamp appears over the page at the moment the dialog is gone.
  await page.evaluate(() => {
    const seen: boolean[] = [];
    Object.assign(window, { recordedInDialog: seen });
    new MutationObserver(() => {
      const dialog = document.querySelector('[role="dialog"]');
      if (dialog?.textContent?.includes('Countersigned by you: Write 1 line to last-2.txt')) seen.push(true);
    }).observe(document, { childList: true, subtree: true });
  });
  await approve(page);
  await expect(page.getByText('Countersigned by you').first()).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, 'recordedInDialog'))).toEqual([]);
  await http.until(runId, 'completed');
});

test('two requests cross-fade in 150 ms, and with reduced motion the next one is there at once', async ({
  page,
}) => {
  const runIds: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    model.script(call('write_file', { path: `fades-${name}.txt`, content: 'x' }));
    runIds.push((await http.start('free-request', { request: name })).runId);
    await http.until(runIds.at(-1) ?? '', 'awaiting_approval');
  }
  await page.goto(`${app.baseURL}/`);
  await page.evaluate(() => {
    const fades: unknown[] = [];
    Object.assign(window, { fades });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (change) => {
      const transition = start(change);
      const { ready } = transition;
      void ready.then(() => {
        for (const { effect } of document.getAnimations())
          if (effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition'))
            fades.push([effect.pseudoElement, effect.getComputedTiming().duration]);
      });
      return transition;
    };
  });
  const fades = () => page.evaluate(() => Reflect.get(window, 'fades'));
  await page.getByRole('button', { name: 'Review' }).first().click();
  const next = dialogOf(page).getByRole('button', { name: 'Next request' });
  await expect(next).toBeVisible();
  expect(await fades()).toEqual([]);
  const shown = await dialogOf(page).getByRole('heading').first().textContent();
  await next.click();
  await expect(dialogOf(page).getByRole('heading', { name: shown ?? '' })).toHaveCount(0);
  await expect.poll(fades).toContainEqual([expect.stringMatching(/^::view-transition-old/), 150]);
  expect(await fades()).toContainEqual([expect.stringMatching(/^::view-transition-new/), 150]);
  const count = (await fades()).length;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const second = await dialogOf(page).getByRole('heading').first().textContent();
  await dialogOf(page).getByRole('button', { name: 'Previous request' }).click();
  await expect(dialogOf(page).getByRole('heading', { name: second ?? '' })).toHaveCount(0);
  expect((await fades()).length).toBe(count);
  for (const runId of runIds) await stop(runId);
});

test('everything that shows how long a request waits shows the same time', async ({ page }) => {
  model.script(call('write_file', { path: 'clock.txt', content: 'x' }));
  await ask(page, app.baseURL, 'Write it');
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto(app.baseURL);
  const read = () =>
    page.evaluate(() =>
      [...(document.body.textContent ?? '').matchAll(/waiting (\d+ s)/g)].map(([, time]) => time),
    );
  await page.goto(`${app.baseURL}/approvals`);
  await expect.poll(async () => (await read()).length).toBe(2);
  for (let count = 0; count < 6; count += 1) {
    const times = await read();
    expect(new Set(times).size).toBe(1);
    await expect.poll(async () => (await read())[0]).not.toBe(times[0]);
  }
  await stop((await pending())[0].runId);
});

for (const [width, height] of [
  [1280, 800],
  [768, 1024],
  [390, 844],
  [360, 225],
] as const) {
  test(`the pill that says “Needs you” moves nothing and leaves the page its room at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`${app.baseURL}/settings`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const before = await title.boundingBox();
    model.script(call('run_command', { command: `echo ${'long '.repeat(60)}` }));
    const { runId } = await http.start('free-request', { request: 'Run it' });
    await http.until(runId, 'awaiting_approval');
    const pill = page.getByRole('region', { name: 'Needs you' });
    await expect(pill.getByRole('button', { name: 'Review' })).toBeInViewport({ ratio: 1 });
    expect(await title.boundingBox()).toEqual(before);
    const box = await pill.boundingBox();
    expect(box?.height).toBeLessThan(56);
    expect(box?.width).toBeLessThanOrEqual(width);
    const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
    if (height === 225) expect((box?.height ?? 0) + (navigation?.height ?? 0)).toBeLessThanOrEqual(56);
    // A person can read the end of the page above the pill.
    await page.keyboard.press('Control+End');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const last = page.getByRole('main').locator('button, a, input').last();
    const end = await last.boundingBox();
    const top = (await pill.boundingBox())?.y ?? 0;
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual(Math.max(top, 0));
    await stop(runId);
    await expect(pill).toHaveCount(0);
  });
}

test('the pill never covers the composer of a conversation', async ({ page }) => {
  model.script('Hello.');
  await ask(page, app.baseURL, 'Say hello');
  await expect(page.getByText('Hello.', { exact: true })).toBeVisible();
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    model.script(call('write_file', { path: 'other.txt', content: 'x' }));
    const { runId } = await http.start('free-request', { request: 'Other' });
    await http.until(runId, 'awaiting_approval');
    const pill = page.getByRole('region', { name: 'Needs you' });
    await expect(pill).toBeVisible();
    const composer = page.getByRole('textbox').last();
    await expect
      .poll(async () => {
        const [over, under] = [await pill.boundingBox(), await composer.boundingBox()];
        return (over?.y ?? 0) + (over?.height ?? 0) <= (under?.y ?? 0);
      })
      .toBe(true);
    await stop(runId);
    await expect(pill).toHaveCount(0);
  }
});

test('Ctrl with Enter on a plan without its tick goes to the tick and says why', async ({ page }) => {
  await page.goto(`${app.baseURL}/workflows/new-note`);
  const fields = page.getByRole('main').locator('form input[type="text"], form textarea');
  await expect(fields.first()).toBeVisible();
  for (const field of await fields.all()) if ((await field.inputValue()) === '') await field.fill('note one');
  await page.getByRole('button', { name: 'Review what it will do' }).click();
  const tick = page.getByRole('checkbox', { name: /^I’ve reviewed/ });
  await expect(tick).toBeVisible();
  await expect(page.locator('form kbd')).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(tick).toBeFocused();
  await expect(tick).toHaveCSS('outline-style', 'solid');
  await expect(tick).toHaveAccessibleDescription(/Tick this before you start/);
  await page.keyboard.press('Space');
  await expect(page.locator('form kbd').first()).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await page.waitForURL(/\/conversations\/cnv_/);
});
