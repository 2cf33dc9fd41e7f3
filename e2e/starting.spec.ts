import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page, type Request } from '@playwright/test';
import { approve, approveButton, ask, dialogOf, openPalette, press, startWorkflow } from './support/pages';
import { call } from './support/scripted-model';
import { openSharedApp, test, tour } from './support/test';
import { expectNoViolations } from './support/violations';

const { app, model, http } = openSharedApp();

test('an earlier id of a workflow leads to its page with the values of the link, and starts it over HTTP', async ({
  page,
}) => {
  const { status, headers } = await page.request
    .get(`${app.baseURL}/workflows/summarise-document?path=report-q3.md&focus=the+dates`, { maxRedirects: 0 })
    .then((response) => ({ status: response.status(), headers: response.headers() }));
  expect([status, new URL(headers['location'] ?? '', app.baseURL).pathname]).toEqual([
    307,
    '/workflows/summarize-document',
  ]);
  await page.goto(`${app.baseURL}/workflows/summarise-document?path=report-q3.md&focus=the+dates`);
  await expect(page).toHaveURL(/\/workflows\/summarize-document\?path=report-q3\.md&focus=the\+dates$/);
  await expect(page.getByLabel('What matters to you')).toHaveValue('the dates');

  await page.goto(`${app.baseURL}/workflows/organise-files?again=1`);
  await expect(page).toHaveURL(/\/workflows\/organize-files\?again=1$/);

  model.script('A short summary.');
  const started = await http.post('/api/workflows/summarise-document/runs', {
    parameters: { path: 'report-q3.md' },
  });
  expect(started.status).toBe(202);
  const { conversationId } = started.json as { conversationId: string };
  await page.goto(`${app.baseURL}/conversations/${conversationId}`);
  await expect(page.getByText('A short summary.')).toBeVisible();
});

test('a pin and a draft under an earlier id of a workflow stay', async ({ page }) => {
  await page.goto(app.baseURL);
  await page.evaluate(() => {
    localStorage.setItem('countersign.pinned-workflows', '["summarise-document"]');
    const draft = { origin: '{}', values: { focus: 'the costs' } };
    sessionStorage.setItem('countersign.draft.form.summarise-document', JSON.stringify(draft));
  });
  await page.reload();
  const pin = page.getByRole('button', { name: 'Pin Summarize a document' }).first();
  await expect(pin).toHaveAttribute('aria-pressed', 'true');
  await page.goto(`${app.baseURL}/workflows/summarise-document`);
  await expect(page.getByLabel('What matters to you')).toHaveValue('the costs');
  await page.goto(app.baseURL);
  await pin.click();
  await expect(pin).toHaveAttribute('aria-pressed', 'false');
  expect(await page.evaluate(() => localStorage.getItem('countersign.pinned-workflows'))).toBe('[]');
});

test('the workflow search highlights its matches in names and descriptions', async ({ page }) => {
  await page.goto(app.baseURL);
  await page.getByRole('searchbox', { name: 'Search workflows' }).fill('tASK');
  const links = page.getByRole('region', { name: 'Workflows' }).getByRole('link');
  await expect(links).toHaveCount(1);
  await expect(links.getByText('task', { exact: true }).first()).toBeVisible();
  expect(await links.locator('mark').allTextContents()).toEqual(['task', 'task']);
  await page.getByRole('searchbox', { name: 'Search workflows' }).fill('zebra');
  await expect(page.getByRole('heading', { name: 'No workflow matches' })).toBeVisible();
});

test('the palette leads to a workflow by its name and Enter', tour, async ({ page }) => {
  await page.goto(app.baseURL);
  await expect(page.getByRole('heading', { name: 'Workflows', exact: true })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('compare');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workflows\/compare-documents$/);
});

test('the palette knows the names of old commands, and the arrows choose', async ({ page }) => {
  await page.goto(app.baseURL);
  await expect(page.getByRole('heading', { name: 'Workflows', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Go to…' }).click();
  const field = dialogOf(page).getByRole('combobox');
  const chosen = dialogOf(page).getByRole('option', { selected: true });
  await field.fill('/create_project');
  await expect(chosen).toHaveText(/^Create project/);
  await field.fill('');
  await expect(chosen).toHaveCount(1);
  const first = await chosen.textContent();
  await page.keyboard.press('ArrowDown');
  await expect(chosen).not.toHaveText(String(first));
  await expect(field).toHaveAttribute('aria-activedescendant', String(await chosen.getAttribute('id')));
  await page.keyboard.press('ArrowUp');
  await expect(chosen).toHaveText(String(first));
  await page.keyboard.press('ArrowUp');
  await expect(chosen).toHaveText('Settings');
  await expect(chosen).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings$/);
});

test('the palette finds by id, by words in any order and despite a typo, and runs actions', async ({
  page,
}) => {
  await page.goto(app.baseURL);
  await openPalette(page);
  const field = dialogOf(page).getByRole('combobox');
  const chosen = dialogOf(page).getByRole('option', { selected: true });
  for (const [typed, found] of [
    ['/summarize-document', /^Summari[sz]e a document/],
    ['summarize', /^Summari[sz]e a document/],
    ['replace find', /^Find and replace/],
    ['rplace', /^Find and replace/],
    ['approvals', /^Approvals/],
  ] as const) {
    await field.fill(typed);
    await expect(chosen).toHaveText(found);
  }
  await field.fill('zebra stripes');
  await expect(dialogOf(page).getByText('No matches for “zebra stripes”')).toBeVisible();
  await field.fill('dark theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(dialogOf(page)).toBeHidden();
  await openPalette(page);
  await page.keyboard.type('new conv');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/conversations\/cnv_/);
});

test('text typed in the palette before anything is loaded is not lost', async ({ page }) => {
  let letThrough: () => void = () => undefined;
  const isAllowed = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/workflows', async (route) => {
    await isAllowed;
    await route.continue();
  });
  await page.goto(app.baseURL);
  await page.getByRole('button', { name: 'Go to…' }).click();
  await expect(dialogOf(page).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('compare');
  await expect(dialogOf(page).getByText('Searching…')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeVisible();
  letThrough();
  await expect(page).toHaveURL(/\/workflows\/compare-documents$/);
});

test('text typed before the palette is on the page goes to the palette, not to the field behind it', async ({
  page,
}) => {
  await page.goto(app.baseURL);
  const behind = page.getByRole('textbox', { name: 'What should be done?' });
  for (const [typed, wanted] of [
    ['compare', 'compare'],
    ['xyBackspaceBackspacesummar', 'summar'],
  ] as const) {
    await behind.focus();
    await pressAtOnce(
      page,
      [...typed.matchAll(/Backspace|./g)].map(([key]) => key),
    );
    await expect(dialogOf(page).getByRole('combobox')).toHaveValue(wanted);
    await page.keyboard.type('e');
    await expect(dialogOf(page).getByRole('combobox')).toHaveValue(`${wanted}e`);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page)).toHaveCount(0);
    await behind.focus();
    await page.keyboard.type('x');
  }
  await expect(behind).toHaveValue('xx');
  await pressAtOnce(page, [...'compare-documents', 'Enter']);
  await expect(page).toHaveURL(/\/workflows\/compare-documents$/);
});

/** Opens the palette and presses keys in the same turn of the page, which is sooner than any field can appear. */
async function pressAtOnce(page: Page, keys: readonly string[]): Promise<void> {
  await page.evaluate((pressed) => {
    const press = (key: string, ctrlKey = false) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
      );
    press('k', true);
    for (const key of pressed) press(key);
  }, keys);
}

test('a link fills in a form and never starts it', tour, async ({ page }) => {
  const before = (await http.get('/api/conversations')).json.conversations;
  await page.goto(`${app.baseURL}/workflows/summarize-document?path=notes/plan.md&length=detailed`);
  await expect(page.getByRole('combobox', { name: /^Document/ })).toHaveValue('notes/plan.md');
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  expect((await http.get('/api/conversations')).json.conversations).toEqual(before);
});

test(
  'beside the form are the possible actions, which of them ask, the limits and the model',
  tour,
  async ({ page }) => {
    await page.goto(`${app.baseURL}/workflows/fix-failing-command`);
    const beside = page.getByRole('complementary', { name: 'What may happen' });
    await expect(beside).toContainText('Only after you approve');
    await expect(beside).toContainText('Without asking you');
    await expect(beside).toContainText('scripted');
    await expect(beside).not.toContainText(/run_command|read_file/);
  },
);

test('a workflow that can only create files says so, and that it asks', async ({ page }) => {
  await page.goto(`${app.baseURL}/workflows/create-project`);
  const beside = page.getByRole('complementary', { name: 'What may happen' });
  await expect(beside.getByRole('listitem')).toHaveText(['Create files']);
  await expect(beside).toContainText('After you confirm');
});

test('the last values are offered, and a run can be edited and started again', tour, async ({ page }) => {
  model.script('Short.', 'Longer.');
  await startWorkflow(page, app.baseURL, 'summarize-document', { Document: 'report-q3.md' });
  await expect(page.getByText('Short.')).toBeVisible();
  await page.goto(`${app.baseURL}/workflows/summarize-document`);
  await page.getByRole('button', { name: 'Use last values' }).click();
  await expect(page.getByRole('combobox', { name: /^Document/ })).toHaveValue('report-q3.md');

  await page.goBack();
  await page.getByRole('link', { name: 'Edit and run again' }).click();
  await expect(page.getByRole('combobox', { name: /^Document/ })).toHaveValue('report-q3.md');
  await page.getByLabel('What matters to you').fill('the costs');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Longer.')).toBeVisible();
  expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain('the costs');
});

test(
  'a half-filled form survives another page, Back and a reload; Clear form empties it',
  tour,
  async ({ page }) => {
    await page.goto(`${app.baseURL}/workflows/summarize-document`);
    const focus = page.getByLabel('What matters to you');
    await focus.fill('the prices');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Workflows' }).first().click();
    await expect(page.getByRole('heading', { name: 'Workflows', exact: true })).toBeVisible();
    await page.goBack();
    await expect(focus).toHaveValue('the prices');
    await page.reload();
    await expect(focus).toHaveValue('the prices');
    await page.getByRole('button', { name: 'Clear form' }).click();
    await expect(focus).toHaveValue('');
    await page.reload();
    await expect(page.getByRole('combobox', { name: /^Document/ })).toBeVisible();
    await expect(focus).toHaveValue('');
  },
);

test('a link that fills in a form wins over a draft; a start clears the draft', async ({ page }) => {
  model.script('Short.');
  const focus = page.getByLabel('What matters to you');
  await page.goto(`${app.baseURL}/workflows/summarize-document`);
  await focus.fill('the prices');
  await page.goto(`${app.baseURL}/workflows/summarize-document?path=report-q3.md&focus=the+dates`);
  await expect(focus).toHaveValue('the dates');
  await focus.fill('the dates and the names');
  await page.reload();
  await expect(focus).toHaveValue('the dates and the names');
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Short.')).toBeVisible();
  await page.goto(`${app.baseURL}/workflows/summarize-document`);
  await expect(page.getByRole('combobox', { name: /^Document/ })).toBeVisible();
  await expect(focus).toHaveValue('');
});

test('Ctrl+Enter starts a form that the palette opened, before any field has the focus', async ({ page }) => {
  await page.goto(app.baseURL);
  await expect(page.getByRole('heading', { name: 'Workflows', exact: true })).toBeVisible();
  await openPalette(page);
  await page.keyboard.type('create project');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Review what it will do' })).toBeVisible();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Fix 4 fields to continue.')).toBeVisible();
});

test('Ctrl+Enter belongs to a dialog while one is open', async ({ page }) => {
  await page.goto(`${app.baseURL}/workflows/create-project`);
  await expect(page.getByRole('button', { name: 'Review what it will do' })).toBeVisible();
  const requests: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && requests.push(request.url()));
  await openPalette(page);
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  expect(requests).toEqual([]);
});

test('examples in a form are marked as examples, and the form asks for an empty field by name', async ({
  page,
}) => {
  await page.goto(`${app.baseURL}/workflows/create-project`);
  const folder = page.getByLabel('Folder');
  await expect(folder).toHaveAttribute('placeholder', 'e.g. projects/garden-shop');
  await page.getByRole('button', { name: 'Review what it will do' }).click();
  await expect(page.getByText('Fix 4 fields to continue.')).toBeVisible();
  for (const message of [
    'Enter a folder.',
    'Enter a goal.',
    'Enter an owner.',
    'Enter text for “Project name”.',
  ])
    await expect(page.getByText(message).first()).toBeVisible();
});

test('a plan that arrives after its values have changed is not shown', async ({ page }) => {
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/plan', async (route) => {
    await isLetThrough;
    await route.continue();
  });
  await page.goto(`${app.baseURL}/workflows/new-note`);
  await page.getByRole('textbox', { name: 'Note' }).fill('Call back');
  const title = page.getByLabel('Title');
  await title.fill('Planned');
  const review = page.getByRole('button', { name: 'Review what it will do' });
  await review.click();
  await title.fill('Typed since');
  const answered = page.waitForResponse('**/plan');
  letThrough();
  await answered;
  await expect(review).not.toHaveAttribute('data-loading', 'true');
  await review.click();
  await expect(page.getByRole('heading', { name: '1 change' })).toBeVisible();
  await expect(page.getByText(/Planned/)).toHaveCount(0);
  await expect(page.getByText(/Typed since/).first()).toBeVisible();
});

test('a workflow that uses no AI says so, and no other says anything about it', async ({ page }) => {
  await page.goto(app.baseURL);
  const row = (name: RegExp) =>
    page.getByRole('region', { name: 'Workflows' }).getByRole('link', { name }).last();
  await expect(row(/^Create project/)).toContainText('No AI');
  await expect(row(/^Summarize a document/)).not.toContainText(/AI|Needs/);
  await page.goto(`${app.baseURL}/workflows/create-project`);
  await expect(page.getByRole('definition').first()).toHaveText('No AI');
});

test('parameters that arrived as nested text are marked as decoded', tour, async ({ page }) => {
  const parameters = JSON.stringify(JSON.stringify({ path: 'wrapped.txt', content: 'x\n' }));
  model.script(
    `{"tool":"write_file","parameters":${JSON.stringify(parameters)},"terminate":false}`,
    'Written.',
  );
  await ask(page, app.baseURL, 'Write it');
  await expect(dialogOf(page).getByText('The model wrapped this twice; shown decoded.')).toBeVisible();
  await approve(page);
  await expect(page.getByText('Written.')).toBeVisible();
});

test('decisions can be listed and filtered, and each has its own page', tour, async ({ page }) => {
  model.script(call('write_file', { path: 'decided-1.txt', content: 'x\n' }), 'Written.');
  await ask(page, app.baseURL, 'Write it');
  await approve(page);
  await expect(page.getByText('Written.')).toBeVisible();
  await writeFile(path.join(app.workspaceDir, 'decided-2.txt'), 'old\n');
  model.script(call('delete_file', { path: 'decided-2.txt' }));
  await ask(page, app.baseURL, 'Delete it');
  await press(page, 'Reject');
  await dialogOf(page).getByLabel('Why? (optional)').fill('still needed');
  await dialogOf(page).getByRole('button', { name: 'Reject and end the run' }).click();
  await expect(page.getByText('Nothing else ran.').first()).toBeVisible();

  await page.goto(`${app.baseURL}/approvals?tab=decided&search=decided-`);
  const decided = page.getByRole('list', { name: 'Decided' });
  await expect(decided.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Which decisions' }).selectOption('Approved');
  await expect(decided.getByRole('listitem')).toHaveCount(1);
  await expect(decided).toContainText('decided-1.txt');
  await expect(decided).toContainText('Done: 2 bytes');
  await page.getByRole('combobox', { name: 'Which decisions' }).selectOption('Rejected');
  await expect(decided).toContainText('decided-2.txt');
  await decided.getByRole('link').click();
  await expect(page).toHaveURL(/\/approvals\/apr_/);
  await page.reload();
  await expect(page.getByText('“still needed”')).toBeVisible();
  await expect(page.locator(approveButton)).toHaveCount(0);
});

const hold = async (page: Page, isHeld: (request: Request) => boolean) => {
  let release = () => {};
  const isFree = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*', async (route) => {
    if (isHeld(route.request())) await isFree;
    await route.continue().catch(() => {});
  });
  return release;
};

test('what takes longer than a moment shows that it is at work: a start, a link, an entry of the palette', async ({
  page,
}) => {
  const sign = page.getByRole('progressbar', { name: 'Working' });
  model.script('At work.');
  await page.goto(app.baseURL);
  await page.getByRole('textbox', { name: 'What should be done?' }).fill('Take your time');
  let release = await hold(page, (request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(sign).toBeVisible();
  await expect(sign).toHaveCSS('opacity', '1');
  await expectNoViolations(page);
  release();
  await page.waitForURL(/\/conversations\/cnv_/);
  await expect(sign).toHaveCount(0);

  const openings = [
    () =>
      page
        .getByRole('link', { name: /Take your time/ })
        .first()
        .click(),
    async () => {
      await openPalette(page);
      await page.keyboard.type('take your time');
      await expect(dialogOf(page).getByRole('option', { selected: true })).toContainText('Take your time');
      await page.keyboard.press('Enter');
    },
  ];
  for (const open of openings) {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goto(app.baseURL);
    release = await hold(page, (request) => request.url().includes('_rsc='));
    await open();
    await expect(sign).toHaveCSS('opacity', '1');
    release();
    await page.waitForURL(/\/conversations\/cnv_/);
    await expect(sign).toHaveCount(0);
  }
});

test(
  'the palette finds a file by its name and opens it, and every entry has an icon',
  tour,
  async ({ page }) => {
    await page.goto(app.baseURL);
    await openPalette(page);
    for (const typed of ['report-q3', 'q3 report', 'REPORT-Q']) {
      await dialogOf(page).getByRole('combobox').fill(typed);
      await expect(dialogOf(page).getByRole('group', { name: 'Files' })).toContainText('report-q3.md');
    }
    await dialogOf(page).getByRole('combobox').fill('');
    const options = dialogOf(page).getByRole('option');
    await expect(options.first()).toBeVisible();
    expect(await options.count()).toBe(await options.filter({ has: page.locator('svg') }).count());
    await dialogOf(page).getByRole('combobox').fill('report-q3.md');
    await dialogOf(page)
      .getByRole('option', { name: /^report-q3\.md/ })
      .click();
    await expect(page).toHaveURL(/\/files\?path=report-q3\.md$/);
  },
);

test('a form has the focus in its first field', async ({ page }) => {
  for (const id of ['free-request', 'new-note', 'check-web-service', 'compare-documents', 'create-project']) {
    await page.goto(`${app.baseURL}/workflows/${id}`);
    const fields = page.getByRole('main').locator('form :is(input, textarea, select)');
    await expect(fields.first()).toBeFocused();
  }
  await page.goto(app.baseURL);
  await page
    .getByRole('link', { name: /^New note/ })
    .first()
    .click();
  await page.waitForURL(/new-note/);
  await expect(page.getByRole('main').locator('form :is(input, textarea)').first()).toBeFocused();
});

test('each error of a form is said once, at its field, and the first wrong field has the focus', async ({
  page,
}) => {
  const { workflows } = (await http.get('/api/workflows')).json;
  type Field = { label: string; required: boolean; default: unknown; type: string };
  for (const { id, fields } of workflows as { id: string; fields: Field[] }[]) {
    const needed = fields.filter(
      (field) =>
        field.required && field.type !== 'switch' && (field.default === null || field.default === ''),
    );
    if (needed.length === 0) continue;
    await page.goto(`${app.baseURL}/workflows/${id}`);
    await expect(page.getByRole('main').locator('form button[type="submit"]')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    const wrong = page.locator('main form [aria-invalid="true"]');
    await expect(wrong).toHaveCount(needed.length);
    await expect(wrong.first()).toBeFocused();
    for (const field of await wrong.all()) {
      const error = page.locator(`[id="${await field.getAttribute('id')}-error"]`);
      const words = String(await error.textContent());
      expect(words).not.toBe('');
      await expect(page.getByText(words, { exact: true })).toHaveCount(1);
    }
  }
});

test('a request that waits before the page of its run is open stays open there', async ({ page }) => {
  model.script(call('write_file', { path: 'quick.txt', content: 'quick\n' }), 'Written.');
  await page.goto(app.baseURL);
  await page.getByRole('textbox', { name: 'What should be done?' }).fill('Write quickly');
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  // The page of the run opens when these lists are there.
  await page.route('**/api/conversations?*', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Start' }).first().click();
  await expect(dialogOf(page)).toContainText('quick.txt');
  await expect(page).toHaveURL(`${app.baseURL}/`);
  answer();
  await expect(page).toHaveURL(/\/conversations\//);
  await expect(dialogOf(page)).toContainText('quick.txt');
  await approve(page);
  await expect(page.getByText('Written.')).toBeVisible();
});
