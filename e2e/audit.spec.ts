import { expect } from '@playwright/test';
import { localTour, openOwnApp, test, tour } from './support/test';
import { expectNoViolations } from './support/violations';

const { app, http } = openOwnApp();

test(
  'the audit log says who changed what, filtered by kind and person, and page by page',
  localTour,
  async ({ page }) => {
    await page.goto(`${app.baseURL}/settings`);
    await page.getByRole('link', { name: 'Open the audit log' }).click();
    await expect(page.getByText('No changes yet')).toBeVisible();

    const { id } = (await http.post('/api/conversations', { title: 'Plans' })).json;
    await http.patch(`/api/conversations/${id}`, { title: 'Plans for May' });
    await http.remove(`/api/conversations/${id}`);
    await http.post(`/api/conversations/${id}/restore`);
    await page.reload();
    const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
    await expect(changes).toHaveCount(3);
    await expect(changes.nth(0)).toContainText('You restored the conversation');
    await expect(changes.nth(1)).toContainText('You deleted the conversation');
    await expect(changes.nth(2)).toContainText('You renamed a conversation');
    await expect(changes.nth(2)).toContainText('BeforePlansAfterPlans for May');

    await page.getByLabel('Which changes').selectOption('Conversation deleted');
    await expect(changes).toHaveCount(1);
    await page.getByLabel('Whose changes').selectOption('By You');
    await page.reload();
    await expect(changes).toHaveCount(1);
    await page.getByLabel('Which changes').selectOption('Prompt changed');
    await expect(page.getByText('No changes match')).toBeVisible();
    await expectNoViolations(page);

    for (let count = 0; count < 50; count += 1)
      await http.patch(`/api/conversations/${id}`, { title: `Title ${count}` });
    await page.getByLabel('Which changes').selectOption('All changes');
    await expect(changes).toHaveCount(50);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(changes).toHaveCount(53);
  },
);

test('the audit log refuses an unknown kind in words, and an unknown person has no changes', async () => {
  expect((await http.get('/api/audit?kind=everything')).status).toBe(404);
  expect((await http.get('/api/audit?by=usr_nobody')).json.entries).toEqual([]);
});

test(
  'who signs a high risk is set with a warning before nobody could, and the audit log says it',
  tour,
  async ({ page }) => {
    await page.goto(`${app.baseURL}/settings`);
    const section = page.getByRole('region', { name: 'Signing' });
    await expect(section.getByRole('radio', { name: 'An approver', exact: true })).toBeChecked();
    await expect(section.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await section.getByRole('radio', { name: 'An approver who did not start the run' }).check();
    await expect(section.getByText('You are the only person here who could sign')).toBeVisible();
    await expectNoViolations(page);
    await section.getByRole('button', { name: 'Save' }).click();
    await expect(section.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await page.reload();
    await expect(section.getByRole('radio', { name: 'An approver who did not start the run' })).toBeChecked();
    await page.goto(`${app.baseURL}/settings/audit?kind=signing_changed`);
    await expect(page.getByRole('list', { name: 'Changes' })).toContainText('You changed who signs');
    expect((await http.put('/api/settings/signing', { highRisk: 'nobody' })).status).toBe(400);
    await http.put('/api/settings/signing', { highRisk: 'approver' });
  },
);
