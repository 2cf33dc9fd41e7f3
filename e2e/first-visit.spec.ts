import { expect, type Locator } from '@playwright/test';
import { type App, startApp } from './support/app';
import { approveButton, dialogOf } from './support/pages';
import { test, tour } from './support/test';

let app: App;

test.beforeAll(async () => {
  app = await startApp();
});
test.afterAll(() => app.dispose());

for (const [width, height] of [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const) {
  test(`at ${width} px a new person reads what happens, and that nothing real is connected, without scrolling`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto(app.baseURL);
    const welcome = page.getByRole('region', { name: 'Welcome' });
    for (const words of [
      /\bAI\b.*your files/,
      'Your files and keys stay here',
      'Any model',
      'A record of who signed what',
      /change a file, run a command or go online waits for your OK/,
    ])
      await expect(welcome.getByText(words)).toBeInViewport({ ratio: 1 });
    await expect(welcome.getByRole('link')).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('No AI is connected yet')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('link', { name: 'Connect a model' })).toBeVisible();
  });
}

test('the welcome leads to a signed call in three clicks, with nothing typed', tour, async ({ page }) => {
  let clicks = 0;
  const click = async (button: Locator) => {
    clicks += 1;
    await button.click();
  };
  await page.goto(app.baseURL);
  await click(page.getByRole('region', { name: 'Welcome' }).getByRole('link'));
  await page.waitForURL(/\/workflows\//);
  await click(page.getByRole('button', { name: 'Start' }));
  const approve = dialogOf(page).locator(approveButton);
  await expect(approve).not.toHaveAttribute('aria-disabled', 'true');
  await click(approve);
  await expect(page.getByText(/^Countersigned by/i).first()).toBeVisible();
  expect(clicks).toBe(3);
});

test(
  'the requests that the demo understands are buttons that fill in the text and start nothing',
  tour,
  async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
    for (const [address, name] of [
      ['/', 'What should be done?'],
      ['/workflows/free-request', /^What would you like done/],
    ] as const) {
      await page.goto(app.baseURL + address);
      const offered = page.getByRole('region', { name: 'What the demo understands' }).getByRole('button');
      await offered.filter({ hasText: /^\d+ more$/ }).click();
      for (const button of await offered.all()) {
        await button.click();
        await expect(page.getByRole('textbox', { name })).toBeFocused();
        expect((await page.getByRole('textbox', { name }).inputValue()).replaceAll('`', '')).toBe(
          await button.textContent(),
        );
      }
      await page.evaluate(() => sessionStorage.clear());
    }
    expect(requests).toEqual([]);
  },
);
