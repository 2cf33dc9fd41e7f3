import { expect } from '@playwright/test';
import { approve, ask } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test, tour } from './support/test';

const { app, model } = openSharedApp();

test(
  'the output of a command is clean text, and what it printed is one click away',
  tour,
  async ({ page }) => {
    const command = "printf '\\033[31mred\\033[0m\\n\\r1%%\\r50%%\\r100%%\\n'";
    model.script(call('run_command', { command }), 'Done.');
    await ask(page, app.baseURL, 'Print in colors');
    await approve(page);
    await expect(page.getByText('Done.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /Run printf/ }).click();
    const shown = page.getByRole('main').locator('pre');
    await expect(shown).toHaveText([command, 'red\n100%\n']);

    await page.getByRole('button', { name: 'Show raw output' }).click();
    await expect(shown.last()).toHaveText('⟦U+001B⟧[31mred⟦U+001B⟧[0m\n⟦U+000D⟧1%⟦U+000D⟧50%⟦U+000D⟧100%\n');
    await page.getByRole('button', { name: 'Hide raw output' }).click();
    await expect(shown).toHaveCount(2);
  },
);
