import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { approve, approveButton, ask, dialogOf, press, visit } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test, tour } from './support/test';

/** WCAG 2.2 allows no smaller target, unless it is a link within text. */
const smallestTarget = 24;

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });
const { app, model, http } = openSharedApp();

const longWord = 'averylongword'.repeat(30);

/** Expects that nothing extends past the sides, and that every target is large enough. */
async function fits(page: Page, name: string): Promise<void> {
  const found = await page.evaluate((smallest) => {
    const root = document.documentElement;
    const isInScroller = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/(auto|scroll|hidden|clip)/.test(getComputedStyle(element).overflowX) ||
        isInScroller(element.parentElement));
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      getComputedStyle(element).clipPath === 'none';
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.getBoundingClientRect().right > root.clientWidth + 1 &&
        isVisible(element) &&
        !isInScroller(element),
    );
    const small = [
      ...document.querySelectorAll('button, input, select, textarea, summary, [role="menuitem"], nav a'),
    ].filter((element) => {
      if (!isVisible(element) || (element as HTMLButtonElement).tabIndex < 0) return false;
      const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0];
      const [box, labelBox] = [element.getBoundingClientRect(), label?.getBoundingClientRect()];
      return (
        Math.max(box.width, labelBox?.width ?? 0) < smallest ||
        Math.max(box.height, labelBox?.height ?? 0) < smallest
      );
    });
    const tell = (element: Element) => element.outerHTML.slice(0, 140);
    return {
      scrollWidth: root.scrollWidth - root.clientWidth,
      wide: wide.map(tell).slice(0, 3),
      small: small.map(tell).slice(0, 6),
    };
  }, smallestTarget);
  expect.soft(found, name).toEqual({ scrollWidth: 0, wide: [], small: [] });
}

async function fitsAt(page: Page, where: string): Promise<void> {
  await visit(page, `${app.baseURL}${where}`);
  await fits(page, where);
}

test('no page scrolls sideways, and every target is large enough', tour, async ({ page }) => {
  for (const where of ['/', '/conversations', '/approvals', '/usage', '/settings', '/no/such/page'])
    await fitsAt(page, where);
  await expect(page).toHaveURL(/no\/such\/page/);
});

test('no form scrolls sideways, and every target is large enough', async ({ page }) => {
  const { json: list } = await http.get('/api/workflows');
  const ids: string[] = list.workflows.map(({ id }: { id: string }) => id);
  expect(ids.length).toBeGreaterThan(5);
  for (const id of ids) await fitsAt(page, `/workflows/${id}`);
});

test('a run of words without end does not scroll sideways, and every target is large enough', async ({
  page,
}) => {
  model.script(
    `${longWord}\n${call('write_file', { path: `${longWord}.txt`.slice(-120), content: `${longWord}\n` })}`,
    `# ${longWord}\n\n${longWord} \`${longWord}\`\n\n\`\`\`\n${longWord}\n\`\`\`\n\n| ${longWord} | b |\n| - | - |\n| 1 | ${longWord} |`,
  );
  const { runId, conversationId } = await http.start('free-request', { request: `Write it, ${longWord}` });
  const run = await http.until(runId, 'awaiting_approval');
  await fitsAt(page, '/');
  await fitsAt(page, '/approvals');
  await fitsAt(page, `/approvals/${run.header.approvalId}`);
  await fitsAt(page, `/conversations/${conversationId}`);
  await expect(dialogOf(page).locator(approveButton)).toBeVisible();
  await fits(page, 'dialog');
  await press(page, 'Reject with guidance');
  await fits(page, 'dialog, guidance');
  await dialogOf(page).getByRole('button', { name: 'Back' }).click();
  await approve(page);
  await http.until(runId, 'completed');
  await fitsAt(page, `/conversations/${conversationId}`);
  await page
    .getByRole('button', { name: /^Done: Write|Write 1 line/ })
    .first()
    .click();
  await fits(page, 'step opened');
  await fitsAt(page, '/conversations');
  await fitsAt(page, `/approvals/${run.header.approvalId}`);
  await page.goto(`${app.baseURL}/approvals`);
  await page.getByText('Decided', { exact: true }).click();
  await expect(page.getByRole('list', { name: 'Decided' })).toBeVisible();
  await fits(page, 'decided');
});

test('the form of a model does not scroll sideways, and every target is large enough', async ({ page }) => {
  await page.goto(`${app.baseURL}/settings`);
  await page.getByRole('button', { name: 'Add a model' }).click();
  await page.getByText('More settings').click();
  await page.getByRole('button', { name: 'Add a header' }).click();
  await page.getByRole('button', { name: 'Add a parameter' }).click();
  await page.getByRole('button', { name: 'Edit' }).first().click();
  await expect(page.getByRole('button', { name: 'Save' })).not.toHaveCount(0);
  await fits(page, 'settings, opened');
});

test('a bar at the lower edge replaces the rail and covers nothing', tour, async ({ page }) => {
  await page.goto(app.baseURL);
  const bar = page.getByRole('navigation', { name: 'Main' });
  await expect(bar.getByRole('link')).toHaveCount(6);
  const box = await bar.boundingBox();
  expect(box).toMatchObject({ x: 0, width: 360 });
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(640);
  for (const link of await bar.getByRole('link').all()) {
    const target = await link.boundingBox();
    expect(target?.height).toBeGreaterThanOrEqual(44);
    expect(target?.width).toBeGreaterThanOrEqual(44);
  }
  await bar.getByRole('link', { name: 'Settings' }).tap();
  await page.waitForURL(/\/settings/);
  await expect(bar.getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('Version', { exact: true })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const last = await page.getByText('Version', { exact: true }).boundingBox();
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
});

for (const [width, isRail] of [
  [600, false],
  [767, false],
  [768, true],
  [1024, true],
  [1440, true],
] as const)
  test(`at ${width} px the navigation is a ${isRail ? 'rail beside' : 'bar below'} the page`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(app.baseURL);
    const bar = page.getByRole('navigation', { name: 'Main' });
    await expect(bar.getByRole('link', { name: 'Settings' })).toBeVisible();
    const box = (await bar.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 };
    expect(box.x).toBe(0);
    if (isRail) {
      expect(box).toMatchObject({ y: 0, height: 900 });
      expect(box.width).toBeLessThan(width / 6);
    } else {
      expect(box.width).toBe(width);
      expect(box.y + box.height).toBe(900);
    }
  });

test('at 360 × 225 the navigation is one row of words', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 225 });
  await page.goto(`${app.baseURL}/conversations`);
  const box = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  expect(box?.height).toBeLessThanOrEqual(36);
});

for (const [width, height] of [
  [360, 640],
  [320, 480],
  [568, 320],
] as const) {
  test(`the answers stay in sight below 400 changed lines at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const lines = (word: string) =>
      Array.from({ length: 200 }, (_, line) => `${word} ${line} ${'wide '.repeat(20)}`).join('\n');
    await writeFile(path.join(app.workspaceDir, 'long.txt'), lines('old'));
    model.script(
      call('write_file', { path: 'long.txt', content: lines('new'), overwrite: true }),
      'As you wish.',
    );
    await ask(page, app.baseURL, 'Rewrite it');
    const dialog = dialogOf(page);
    const answers = [
      dialog.locator(approveButton),
      ...['Reject', 'Reject with guidance'].map((name) => dialog.getByRole('button', { name, exact: true })),
    ];
    const inSight = async () => {
      for (const button of [...answers, dialog.getByRole('button', { name: 'Close without deciding' })]) {
        await expect(button).toBeInViewport({ ratio: 1 });
      }
      for (const button of answers) {
        const box = await button.boundingBox();
        expect(box?.height).toBeGreaterThanOrEqual(width < 576 ? 44 : 36);
      }
    };
    await expect(dialog.getByRole('row', { name: /^Removed: old 0 / })).toBeAttached();
    await inSight();
    const content = dialog.getByRole('group', { name: 'What you sign' });
    expect((await content.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(64);
    await content.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await inSight();
    await fits(page, 'dialog with 400 lines');
    await press(page, 'Reject with guidance');
    await expect(dialog.getByLabel('What should it do instead?')).toBeInViewport();
    await expect(dialog.getByRole('button', { name: 'Reject and send guidance' })).toBeInViewport({
      ratio: 1,
    });
    await dialog.getByLabel('What should it do instead?').fill('Leave it.');
    await dialog.getByRole('button', { name: 'Reject and send guidance' }).click();
    await expect(page.getByText('As you wish.')).toBeVisible();
  });
}

for (const [width, height] of [
  [360, 225],
  [844, 340],
] as const) {
  test(`at ${width} × ${height} the answers are one row, and most of the window is for the request`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    model.script(call('run_command', { command: `echo ${'word '.repeat(400)}` }), 'As you wish.');
    await ask(page, app.baseURL, 'Run it');
    const dialog = dialogOf(page);
    const answers = [
      dialog.locator(approveButton),
      ...['Reject', 'Reject with guidance', /^Go to the end/].map((name) =>
        dialog.getByRole('button', { name, exact: true }),
      ),
    ];
    const boxes = [];
    for (const button of answers) {
      await expect(button).toBeInViewport({ ratio: 1 });
      boxes.push(await button.boundingBox());
    }
    const middles = boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThanOrEqual(2);
    // The row and everything below it, margins included, take at most a third of the window.
    expect(Math.min(...boxes.map((box) => box?.y ?? 0))).toBeGreaterThan(height * 0.66);
    await dialog.getByRole('button', { name: /^Go to the end/ }).tap();
    await expect(answers[3] ?? dialog).toHaveCount(0);
    await approve(page);
    await expect(page.getByText('As you wish.')).toBeVisible();
  });
}

test('at 360 × 225 the answers to a very long request are one row of complete words', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 225 });
  await writeFile(path.join(app.workspaceDir, 'long.txt'), 'a line\n'.repeat(4_000));
  model.script(call('delete_file', { path: 'long.txt' }));
  await ask(page, app.baseURL, 'Delete it');
  const dialog = dialogOf(page);
  const row = [
    dialog.locator(approveButton),
    ...['Reject', 'Reject with guidance', /^Go to the end/].map((name) =>
      dialog.getByRole('button', { name, exact: true }),
    ),
  ];
  const tops = new Set<number>();
  for (const button of row) {
    await expect(button).toBeInViewport({ ratio: 1 });
    tops.add(Math.round((await button.boundingBox())?.y ?? 0));
    const isCut = await button.locator('.mantine-Button-label').evaluate((label) => {
      const inner = label.closest('button')?.getBoundingClientRect();
      const text = label.getBoundingClientRect();
      return label.scrollWidth > label.clientWidth || text.right > (inner?.right ?? 0);
    });
    expect(isCut, (await button.textContent()) ?? '').toBe(false);
  }
  expect(tops.size).toBe(1);
  await press(page, 'Reject');
  await dialog.getByRole('button', { name: 'Reject and end the run' }).click();
  await expect(page.getByText('Nothing else ran.').first()).toBeVisible();
});

test('at 360 × 225 the answers on the page of a request are complete words', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 225 });
  await writeFile(path.join(app.workspaceDir, 'old.txt'), 'a line\n'.repeat(4_000));
  for (const reply of [
    call('run_command', { command: 'echo hello' }),
    call('delete_file', { path: 'old.txt' }),
    call('http_request', { url: 'http://127.0.0.1:9/', method: 'POST', body: 'x' }),
  ]) {
    model.script(reply);
    const { runId } = await http.start('free-request', { request: 'Do it' });
    const { header } = await http.until(runId, 'awaiting_approval');
    await page.goto(`${app.baseURL}/approvals/${header.approvalId}`);
    await expect(page.locator(approveButton)).toBeVisible();
    const cut = await page
      .locator('[data-action] .mantine-Button-label')
      .evaluateAll((labels) =>
        labels.filter((label) => label.scrollWidth > label.clientWidth).map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
    await http.post(`/api/runs/${runId}/stop`);
  }
});

for (const width of [360, 390, 768, 1440]) {
  test(`at ${width} px the strip and the dialog of a short request break and cut no words`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const file of ['a.md', 'notes/hello.md', 'notes/two-thousand-and-twenty-six.md']) {
      model.script(call('write_file', { path: file, content: 'x' }));
      await ask(page, app.baseURL, 'Write it');
      const dialog = dialogOf(page);
      await expect(dialog.locator(approveButton)).toBeVisible();
      const waiting = dialog.getByText(/^waiting \d+ s$/);
      const lines = await waiting.evaluate(
        (element) => new Set([...element.getClientRects()].map(({ top }) => Math.round(top))).size,
      );
      expect(lines).toBe(1);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      const words = page.getByTitle(/^Needs you: Write 1 line/);
      await expect(words).toBeVisible();
      expect(
        await words.evaluate((element) => element.scrollWidth - element.clientWidth),
      ).toBeLessThanOrEqual(0);
      expect(
        await words.evaluate((element) => element.scrollHeight - element.clientHeight),
      ).toBeLessThanOrEqual(1);
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await expect(page.getByText('You stopped it.').first()).toBeVisible();
    }
  });
}

test('at 360 × 225 the composer covers nothing of a conversation', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 225 });
  model.script(call('write_file', { path: 'low.txt', content: 'x' }), 'It is written.');
  await ask(page, app.baseURL, 'Write it');
  await approve(page);
  await expect(page.getByText('It is written.')).toBeVisible();
  await page.getByRole('button', { name: 'View changes to low.txt' }).tap();
  await expect(page.getByRole('region', { name: 'Changed files' }).getByRole('table')).toBeVisible();
  await page.getByPlaceholder('Send a follow-up…').tap();
  await expect(page.getByPlaceholder('Send a follow-up…')).toBeInViewport();
  await page.getByRole('link', { name: 'Open low.txt' }).tap();
  await expect(page.getByRole('heading', { name: 'low.txt' })).toBeVisible();
});

test('on a phone Enter starts a new line, and the button sends', async ({ page }) => {
  model.script('The first answer.', 'The second answer.');
  await ask(page, app.baseURL, 'Say something');
  await expect(page.getByText('The first answer.')).toBeVisible();
  await expect(page.getByText('Enter starts a new line.', { exact: true })).toBeVisible();
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('One line');
  await message.press('Enter');
  await message.pressSequentially('and another');
  await expect(message).toHaveValue('One line\nand another');
  await page.getByRole('button', { name: 'Send' }).tap();
  await expect(page.getByText('The second answer.')).toBeVisible();
});

test('on a phone a request has the whole screen', tour, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  model.script(call('run_command', { command: `echo ${'word '.repeat(400)}` }));
  await ask(page, app.baseURL, 'Run it');
  await expect(dialogOf(page).locator(approveButton)).toBeInViewport({ ratio: 1 });
  expect(await dialogOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
});

test('a lost connection is said above the dialog and covers none of it', async ({ page }) => {
  model.script(call('run_command', { command: `echo ${'word '.repeat(400)}` }));
  await ask(page, app.baseURL, 'Run it');
  await expect(dialogOf(page).locator(approveButton)).toBeVisible();
  await page.route('**/api/**', (route) => route.abort());
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  const bar = page.getByText('Countersign cannot be reached. Trying again…');
  await expect(bar).toBeVisible();
  for (const [width, height] of [
    [360, 225],
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const close = dialogOf(page).getByRole('button', { name: 'Close without deciding' });
    const edge = await bar.evaluate((element) => element.getBoundingClientRect().bottom);
    expect(((await dialogOf(page).boundingBox())?.y ?? 0) - edge, `${width}`).toBeGreaterThanOrEqual(0);
    await expect(close).toBeInViewport({ ratio: 1 });
    await expect(dialogOf(page).locator(approveButton)).toBeInViewport({ ratio: 1 });
  }
});

for (const how of ['press', 'key'] as const) {
  test(`on a phone a very long request of high risk is moved to its end by one ${how}, accepted and approved`, async ({
    page,
  }) => {
    const lines = Array.from({ length: 2_000 }, (_, line) => `line ${line}`);
    await writeFile(path.join(app.workspaceDir, 'very-long.txt'), lines.join('\n'));
    model.script(call('delete_file', { path: 'very-long.txt' }), 'It is gone.');
    await ask(page, app.baseURL, 'Delete it');
    const dialog = dialogOf(page);
    const ours = dialog.locator(approveButton);
    await expect(ours).toHaveAccessibleDescription(/more screens\. Check the box to approve\.$/);
    await expect(ours).toHaveAttribute('aria-disabled', 'true');
    if (how === 'press') await dialog.getByRole('button', { name: /^Go to the end/ }).tap();
    else await page.keyboard.press('End');
    await expect(dialog.getByRole('row', { name: 'Removed: line 1999' })).toBeInViewport();
    await expect(dialog.getByRole('button', { name: /^Go to the end/ })).toHaveCount(0);
    await expect(ours).toHaveAttribute('aria-disabled', 'true');
    await dialog.getByRole('checkbox', { name: /^I accept this complete request/ }).tap();
    await fits(page, 'a very long request at its end');
    await ours.tap();
    await expect(page.getByText('It is gone.')).toBeVisible();
  });
}

test('a run that waits with a long path says so in a low bar', async ({ page }) => {
  const far = `projects/${'a-rather-long-folder-name/'.repeat(8)}minutes.md`;
  model.script(call('write_file', { path: far, content: 'x' }));
  await ask(page, app.baseURL, 'Write far away');
  await dialogOf(page).getByRole('button', { name: 'Close without deciding' }).click();
  const words = page.getByTitle(/^Needs you: Write 1 line to projects/);
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  const bottom = ((await stop.boundingBox())?.y ?? 0) + ((await stop.boundingBox())?.height ?? 0);
  expect(bottom - ((await words.boundingBox())?.y ?? 0)).toBeLessThan(110);
  let cuts = 0;
  for (const width of [360, 500, 768, 1440]) {
    await page.setViewportSize({ width, height: 640 });
    // The last line of a cut text reaches the edge of its box, to less than the width of two letters.
    const unused = await words.evaluate((element) => {
      const isCut = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
      if (!isCut) return null;
      const shown = element.getBoundingClientRect();
      const text = document.createRange();
      text.selectNodeContents(element);
      const lines = [...text.getClientRects()].filter(({ top }) => top < shown.bottom - 2);
      return (
        shown.right -
        Math.max(...lines.filter(({ top }) => top > shown.bottom - 26).map(({ right }) => right))
      );
    });
    if (unused !== null) expect(unused, `at ${width} px`).toBeLessThan(24);
    if (unused !== null) cuts += 1;
  }
  expect(cuts).toBeGreaterThan(0);
  await stop.click();
  await expect(page.getByText('You stopped it')).toBeVisible();
});

test('reduced motion is respected', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const running = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map((animation) => (animation.effect as KeyframeEffect | null)?.target?.outerHTML.slice(0, 120)),
    );
  await page.goto(app.baseURL);
  await expect(page.getByRole('heading', { name: 'Workflows', exact: true })).toBeVisible();
  expect(await running()).toEqual([]);
  model.script({ hold: 'Let me think' });
  await ask(page, app.baseURL, 'Think');
  await expect(page.getByText('Let me think')).toBeVisible();
  expect(await running()).toEqual([]);
  model.release();
  await expect(page.getByText('Done ·')).toBeVisible();
  model.script(call('write_file', { path: 'still.txt', content: 'x' }), 'Written.');
  await ask(page, app.baseURL, 'Write');
  await expect(dialogOf(page).locator(approveButton)).toBeVisible();
  expect(await running()).toEqual([]);
  await approve(page);
  await expect(page.getByText('Countersigned by you').first()).toBeVisible();
  expect(await running()).toEqual([]);
  await expect(page.getByText('Written.', { exact: true })).toBeVisible();
});

for (const [width, spacing] of [
  [320, ''],
  [360, ''],
  // WCAG 1.4.12 lets a reader set the spacing of the text.
  [
    360,
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  ],
] as const)
  test(`at ${width} px no label of the navigation is over another${spacing && ', with wide letters'}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    await page.goto(app.baseURL);
    await page.addStyleTag({ content: `:root {} ${spacing}` });
    // The boxes leave out the count of requests and its words for screen readers.
    const boxes = await page
      .getByRole('navigation')
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => {
          const label = document.createRange();
          label.selectNodeContents(link.querySelector('span + span') ?? link);
          const { left, right } = label.getBoundingClientRect();
          return { left, right, lines: label.getClientRects().length };
        }),
      );
    expect(boxes.length).toBeGreaterThan(5);
    if (spacing === '') expect(boxes.every(({ lines }) => lines === 1)).toBe(true);
    for (const [index, { left }] of boxes.entries())
      expect(left, `label ${index}`).toBeGreaterThanOrEqual(boxes[index - 1]?.right ?? 0);
  });

test('a long name or description without a space does not widen the page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const long = 'W'.repeat(200);
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  for (const [where, texts] of [
    ['/', 'main a > span'],
    ['/workflows/free-request', 'header h1, header p'],
  ] as const) {
    await page.goto(`${app.baseURL}${where}`);
    await expect(page.locator(texts).first()).toBeVisible();
    const count = await page.locator(texts).evaluateAll((found, text) => {
      const replaced = found.map(({ firstChild }) => firstChild).filter((node) => node instanceof Text);
      for (const node of replaced) node.data = text;
      return replaced.length;
    }, long);
    expect(count).toBeGreaterThan(0);
    expect(await width(), where).toBeLessThanOrEqual(360);
  }
});
