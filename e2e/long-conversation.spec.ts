import { expect } from '@playwright/test';
import { openSharedApp, test, tour } from './support/test';

let conversationId: string;

/** These runs fill three pages. */
const length = 45;
const answer = (number: number) => `Answer number ${number}.\n\n${'One more paragraph.\n\n'.repeat(4)}`;

const { app, model, http } = openSharedApp();
test.beforeAll(async () => {
  test.setTimeout(120_000);
  conversationId = (await http.post('/api/conversations', { title: 'A long talk' })).json.id;
  for (let number = 1; number <= length; number += 1) {
    model.script(answer(number));
    const sent = await http.post(`/api/conversations/${conversationId}/messages`, {
      text: `Question number ${number}`,
    });
    await http.until(sent.json.runId, 'completed');
  }
});

test(
  'a long conversation opens at its end, and earlier runs load while scrolling up, in place',
  tour,
  async ({ page }) => {
    await page.goto(`${app.baseURL}/conversations/${conversationId}`);
    await expect(page.getByText(`Answer number ${length}.`)).toBeInViewport();
    await expect(page.getByRole('article')).toHaveCount(20);

    const reached = page.getByText(`Question number ${length - 19}`, { exact: true });
    await page.evaluate(() => window.scrollTo(0, 1));
    await expect(page.getByRole('article')).toHaveCount(40);
    await expect(reached).toBeInViewport();
    await expect(page.getByRole('status').getByText('20 earlier runs loaded.')).toBeAttached();

    await page.evaluate(() => window.scrollTo(0, 1));
    await expect(page.getByRole('article')).toHaveCount(length);
    await expect(page.getByText(`Question number ${length - 39}`, { exact: true })).toBeInViewport();
    await expect(page.getByRole('button', { name: 'Load earlier runs' })).toHaveCount(0);

    model.script('It is still followed.');
    await page.getByLabel('Message').fill('And now?');
    await page.keyboard.press('Enter');
    await expect(page.getByText('It is still followed.')).toBeInViewport();
    await expect(page.getByRole('article')).toHaveCount(length + 1);
  },
);

test('a reader who scrolls up while the page grows is not taken back to its end', async ({ page }) => {
  await page.goto(`${app.baseURL}/conversations/${conversationId}`);
  await expect(page.getByText(`Answer number ${length}.`)).toBeInViewport();
  await page
    .getByRole('article')
    .last()
    .evaluate((article) => {
      article.style.paddingBottom = '90px';
      window.scrollBy(0, -900);
    });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(page.getByText(`Answer number ${length}.`)).not.toBeInViewport();
});

test('the keyboard loads earlier runs and keeps its place; a find in the page finds all of them', async ({
  page,
}) => {
  await page.goto(`${app.baseURL}/conversations/${conversationId}`);
  await expect(page.getByRole('article')).toHaveCount(20);
  await page.getByRole('button', { name: 'Load earlier runs' }).press('Enter');
  await expect(page.getByText(/^Question number 1?\d$/).first()).toBeAttached();
  await page.keyboard.press('ControlOrMeta+f');
  await expect(page.getByText('Question number 1', { exact: true })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Load earlier runs' })).toHaveCount(0);
  await expect(page.getByRole('article').and(page.locator(':focus'))).toHaveCount(1);
});

test('earlier runs that cannot be loaded say so, and the button tries again', async ({ page }) => {
  const refuse = '**/api/conversations/*?cursor=*';
  await page.route(refuse, (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto(`${app.baseURL}/conversations/${conversationId}`);
  await page.getByRole('button', { name: 'Load earlier runs' }).press('Enter');
  await expect(page.getByRole('alert').getByText('Earlier runs could not be loaded.')).toBeVisible();
  await page.unroute(refuse);
  await page.getByRole('button', { name: 'Load earlier runs' }).press('Enter');
  await expect(page.getByRole('article')).toHaveCount(40);
});
