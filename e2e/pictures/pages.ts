import type { Page } from '@playwright/test';
import { openPalette } from '../support/pages';
import type { PictureBook } from './picture-book';

/** Takes pictures of the empty pages of a new installation, and what pages say while they load or fail. */
export async function takePages({ picture, open }: PictureBook): Promise<void> {
  await picture('home-first-visit', open('/'), { isLow: true });
  for (const page of ['conversations', 'approvals', 'approvals?tab=decided'])
    await picture(`empty-${page.replace('?tab=', '-')}`, open(`/${page}`));
  await picture('form', open('/workflows/summarize-document'), { isWholePage: true });
  await picture('form-errors', async (page) => {
    await open('/workflows/summarize-document')(page);
    await page.getByRole('button', { name: 'Start' }).click();
  });
  await picture('form-direct', open('/workflows/create-project'), { isWholePage: true });
  await picture(
    'form-direct-consent',
    async (page) => {
      await open('/workflows/create-project')(page);
      await page.getByLabel('Project name').fill('Garden shed');
      await page.getByLabel('Folder').first().fill('projects/garden-shed');
      await page.getByLabel('Goal').fill('Keep the tools dry.');
      await page.getByLabel('Owner').fill('Mara');
      await page.getByRole('button', { name: /^Review/ }).click();
      await page.getByRole('heading', { name: '4 changes' }).waitFor();
    },
    { isWholePage: true },
  );
  await picture('not-found', open('/nowhere'));
  for (const [name, where] of Object.entries({
    home: '/',
    conversations: '/conversations',
    approvals: '/approvals',
    settings: '/settings',
    servers: '/settings/servers',
  })) {
    await picture(
      `loading-${name}`,
      async (page) => {
        await page.route('**/api/**', () => {});
        await open(where)(page);
      },
      { isLoading: true },
    );
    await picture(`failed-${name}`, async (page) => {
      await page.route('**/api/**', (route) => route.abort());
      await open(where)(page);
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    });
  }
  const palette = async (page: Page) => {
    await open('/')(page);
    await openPalette(page);
  };
  await picture('palette', palette, { isLow: true });
  for (const [name, text] of Object.entries({ search: 'note', 'no-match': 'zebra' }))
    await picture(
      `palette-${name}`,
      async (page) => {
        await palette(page);
        await page.getByRole('combobox').fill(text);
      },
      { isLow: true },
    );
  await picture('home-search', async (page) => {
    await open('/')(page);
    await page.getByRole('searchbox', { name: 'Search workflows' }).fill('document');
  });
  await picture('home-no-match', async (page) => {
    await open('/')(page);
    await page.getByRole('searchbox', { name: 'Search workflows' }).fill('zebra');
  });
  await picture('shortcuts', async (page) => {
    await open('/')(page);
    await openPalette(page);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+?');
    await page.getByText('Keyboard shortcuts').waitFor();
  });
  await picture('focus', async (page) => {
    await open('/')(page);
    await page.getByRole('link', { name: /^Ask about this folder/ }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Shift+Tab');
  });
  for (const [name, where] of Object.entries({
    conversation: '/conversations/cnv_gone',
    approval: '/approvals/apr_gone',
    workflow: '/workflows/gone',
  }))
    await picture(`gone-${name}`, open(where));
}
