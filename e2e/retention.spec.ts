import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import Sqlite from 'better-sqlite3';
import { call } from './support/scripted-model';
import { openOwnApp, sqliteTour, test } from './support/test';
import { expectNoViolations } from './support/violations';

const { app, http, model } = openOwnApp();

const section = (page: Page) => page.getByRole('region', { name: 'Keep conversations' });
const days = (page: Page) => section(page).getByRole('textbox', { name: 'Days' });

/** Makes the last change of this conversation one of long ago. */
function age(conversationId: string): void {
  const database = new Sqlite(path.join(app.dataDir, 'countersign.db'));
  const longAgo = '2020-01-01T00:00:00.000+00:00';
  database.prepare('UPDATE Conversation SET updatedAt = ? WHERE id = ?').run(longAgo, conversationId);
  database.close();
}

test(
  'old conversations go after an admin has read how many, and those that wait stay',
  sqliteTour,
  async ({ page }) => {
    model.script('Done.', call('write_file', { path: 'a.txt', content: 'a' }), 'Done, too.');
    const old = await http.start('free-request', { request: 'Answer' });
    await http.until(old.runId, 'completed');
    const waiting = await http.start('free-request', { request: 'Write' });
    await http.until(waiting.runId, 'awaiting_approval');
    for (const { conversationId } of [old, waiting]) age(conversationId);
    const young = (await http.post('/api/conversations', { title: 'Young' })).json.id;

    await page.goto(`${app.baseURL}/settings`);
    await expect(section(page).getByRole('radio', { name: 'For ever' })).toBeChecked();
    await section(page).getByRole('radio', { name: 'For some days' }).click();
    await expect(section(page)).toContainText('About 1 conversation would go now');
    await expectNoViolations(page);
    await days(page).fill('0');
    await expect(section(page)).toContainText('Enter at least 1 day.');
    await expect(section(page).getByRole('button', { name: 'Save' })).toBeDisabled();
    await days(page).fill('30');
    await section(page).getByRole('button', { name: 'Save' }).click();
    await expect(section(page).getByRole('button', { name: 'Save' })).toHaveCount(0);
    await expect(days(page)).toHaveValue('30');

    await app.stop();
    await app.start();
    const statusOf = async (id: string) => (await http.get(`/api/conversations/${id}`)).status;
    await expect.poll(() => statusOf(old.conversationId)).toBe(404);
    expect([await statusOf(waiting.conversationId), await statusOf(young)]).toEqual([200, 200]);
    await page.goto(`${app.baseURL}/settings/audit`);
    const changes = page.getByRole('list', { name: 'Changes' }).getByRole('listitem');
    await expect(changes.nth(0)).toContainText('removed, because their time was over, 1 conversation');
    await expect(changes.nth(1)).toContainText('You changed how long conversations are kept');
    const { header } = await http.until(waiting.runId, 'awaiting_approval');
    await http.approve(header.approvalId);
    await http.until(waiting.runId, 'completed');
  },
);
