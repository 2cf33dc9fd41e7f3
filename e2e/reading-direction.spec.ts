import { expect, type Locator } from '@playwright/test';
import { ask, dialogOf } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test } from './support/test';

const { app, model } = openSharedApp();

/**
 * Returns the characters of one line in the order in which the page draws them from left to right, without
 * blanks.
 */
function drawnOrder(line: Locator): Promise<string> {
  return line.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const drawn: { character: string; left: number }[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const { 0: character, index } of (node.nodeValue ?? '').matchAll(/\S/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + character.length);
        drawn.push({ character, left: range.getBoundingClientRect().left });
      }
    }
    return drawn
      .sort((one, other) => one.left - other.left)
      .map(({ character }) => character)
      .join('');
  });
}

const reversed = (word: string) => Array.from(word).reverse().join('');

test('a command is drawn in the order in which it runs, also with letters that are read from right to left', async ({
  page,
}) => {
  model.script(call('run_command', { command: 'mv "א" "ב"' }));
  await ask(page, app.baseURL, 'Move it');
  const dialog = dialogOf(page);
  await expect(dialog.locator('pre [data-role]').first()).toBeVisible();
  expect(await drawnOrder(dialog.locator('pre').first())).toBe('mv"א""ב"');
  expect(await drawnOrder(page.locator('main code').first())).toBe('mv"א""ב"');
});

test('paths and changed lines keep their order, and a sentence stays readable', async ({ page }) => {
  const lines = ['y = "ב" # 1', 'x = "שלום עולם" + "א" # סוף', 'z = ["٣", "٤"]', 'w = "من هنا، إلى" / "ב"'];
  model.script(call('write_file', { path: 'א/ב/1.py', content: `${lines.join('\n')}\n` }));
  await ask(page, app.baseURL, 'Write it');
  const dialog = dialogOf(page);
  await expect(dialog.locator('[data-role="comment"]').first()).toBeVisible();
  expect(await drawnOrder(dialog.getByRole('heading'))).toContain('א/ב/1.py');
  expect(await drawnOrder(dialog.getByText('New file: א/ב/1.py'))).toBe('Newfile:א/ב/1.py');
  const drawnLines = dialog.locator('td[data-kind="added"]:not([data-number])');
  const order = await Promise.all(
    lines.map((_, index) => drawnOrder(drawnLines.nth(index).locator(':scope > span').last())),
  );
  expect(order).toEqual([
    'y="ב"#1',
    `x="${reversed('שלוםעולם')}"+"א"#${reversed('סוף')}`,
    'z=["٣","٤"]',
    `w="${reversed('منهنا،إلى')}"/"ב"`,
  ]);
});
