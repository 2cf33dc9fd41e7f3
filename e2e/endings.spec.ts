import { execFileSync } from 'node:child_process';
import { expect } from '@playwright/test';
import { httpClient } from './support/http-client';
import { approve, ask, dialogOf } from './support/pages';
import { call } from './support/scripted-model';
import { openOwnApp, test, tour } from './support/test';

const { app, model } = openOwnApp(async () => ({ AGENT_MAX_STEPS: '2', AGENT_TIMEOUT_MS: '3000' }));

const look = call('list_files', { path: '.' });

test(
  'a text answer is shown as Markdown, without raw HTML and without loading images',
  tour,
  async ({ page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    model.script(
      '# Result\n\n<img src="http://evil.example/a.png"> ![pixel](http://evil.example/b.png) and **bold**.',
    );
    await ask(page, app.baseURL, 'Hello');
    await expect(page.getByText('bold', { exact: true })).toBeVisible();
    await expect(page.locator('main img')).toHaveCount(0);
    expect(requests.filter((url) => !url.startsWith(app.baseURL))).toEqual([]);
  },
);

test('three malformed replies end the run in plain words, without showing them', async ({ page }) => {
  const bad = '{"tool": "read_file", "parameters": {"path": "secret-plan';
  model.script(bad, bad, bad);
  await ask(page, app.baseURL, 'Do something');
  await expect(page.getByText('The model’s reply wasn’t valid (cut off). Retrying.').first()).toBeVisible();
  await expect(page.locator('main')).not.toContainText('secret-plan');
});

test(
  'the step limit names itself, keeps completed steps, and one click continues',
  tour,
  async ({ page }) => {
    model.script(look, look);
    await ask(page, app.baseURL, 'Look around');
    await expect(page.getByText('Step limit reached', { exact: true })).toBeVisible();
    model.script('Enough seen.');
    await page.getByRole('button', { name: /^Continue \(\d+ more steps\)$/ }).click();
    await expect(page.getByText('Enough seen.')).toBeVisible();
  },
);

test('a picked model is kept when the work is done again, and when it is gone a person chooses another', async ({
  page,
}) => {
  const http = httpClient(app);
  const saved = await http.post('/api/settings/models', {
    ...{ provider: 'openai_compatible', baseUrl: model.baseUrl, model: 'scripted', name: 'In this room' },
    isDefault: false,
  });
  const { models } = (await http.get('/api/settings/model')).json;
  const { id: modelId } = models.find(({ name }: { name: string }) => name === 'In this room');
  expect(saved.status).toBeLessThan(300);
  model.script(look, look);
  const { conversationId, runId } = await http.start(
    'ask-about-folder',
    { question: 'What is here?' },
    { modelId },
  );
  await http.until(runId, 'failed');
  await page.goto(`${app.baseURL}/conversations/${conversationId}`);
  model.script(look, look);
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByText('Step limit reached', { exact: true })).toHaveCount(2);
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue(modelId);

  await http.remove(`/api/settings/models/${modelId}`);
  await page.reload();
  await expect(page.getByText('no longer saved. Choose another one below.').last()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Continue/ })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Model' })).toHaveValue('');
  await page.getByRole('textbox', { name: 'Message' }).fill('Go on.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(
    page.getByText('The model that was picked for this is no longer saved. Pick another one'),
  ).toBeVisible();
  model.script('Enough seen.');
  await page.getByRole('combobox', { name: 'Model' }).selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Enough seen.')).toBeVisible();
});

test('the time limit names itself, and partial text does not count as the answer', tour, async ({ page }) => {
  model.script({ hold: 'Let me think about this for a very long time' });
  await ask(page, app.baseURL, 'Think');
  await expect(page.getByText('Time limit reached', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Continue \(\d+ more steps\)$/ })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Incomplete answer')).toBeVisible();
  await expect(page.getByText('Let me think about this')).toBeVisible();
  model.release();
});

test('a command that failed is announced with its exit code, not as done', async ({ page }) => {
  model.script(call('run_command', { command: 'exit 3' }), 'It ended badly.');
  await ask(page, app.baseURL, 'Run it');
  await approve(page);
  await expect(page.getByText('It ended badly.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Ended with exit code 3: Run/ })).toBeVisible();
});

test('Stop ends a running command with its entire process tree', tour, async ({ page }) => {
  const mark = `31${String(Date.now()).slice(-4)}`;
  model.script(call('run_command', { command: `sleep ${mark} & sleep ${mark}; wait` }));
  await ask(page, app.baseURL, 'Sleep');
  await approve(page);
  const isRunning = () => {
    try {
      return execFileSync('pgrep', ['-f', `sleep ${mark}`]).length > 0;
    } catch {
      return false;
    }
  };
  await expect.poll(isRunning).toBe(true);
  if (await dialogOf(page).isVisible()) await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('You stopped it').first()).toBeVisible();
  await expect.poll(isRunning).toBe(false);
});

for (const [where, place] of [
  ['at the end', 1],
  ['in the middle', 0.5],
  ['at the top', 0],
] as const) {
  test(`a reader who stops a streaming answer ${where} of the page sees what became of it`, async ({
    page,
  }) => {
    const paragraphs = Array.from({ length: 60 }, (_, at) => `Paragraph ${at} of the answer.`);
    model.script({ hold: paragraphs.join('\n\n') });
    await ask(page, app.baseURL, 'Write a long answer');
    await expect(page.getByText('Paragraph 59')).toBeAttached();
    await page.evaluate(
      (share) => window.scrollTo({ top: share * document.documentElement.scrollHeight }),
      place,
    );
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(page.getByText('You stopped it').first()).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('Completed steps are kept')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Run again' })).toBeInViewport({ ratio: 1 });
    model.release();
  });
}

test('what a stopped command printed appears when it has ended, without a reload', async ({ page }) => {
  model.script(call('run_command', { command: "trap '' TERM; echo half way; sleep 60 & wait; wait" }));
  await ask(page, app.baseURL, 'Run it');
  await approve(page);
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible();
  await expect(dialogOf(page)).toBeHidden();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('You stopped it').first()).toBeVisible();
  await page.getByRole('button', { name: /Run trap/ }).click();
  await expect(page.getByText('half way', { exact: true })).toBeVisible();
});

test('a model that cannot be used gives a plain error and a link to its settings', tour, async ({ page }) => {
  model.script({ status: 401, body: '{"error":{"message":"no"}}' });
  await ask(page, app.baseURL, 'Hello');
  await expect(page.getByText('The model could not be used', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Model settings' }).click();
  await expect(page).toHaveURL(/\/settings$/);
});

test(
  'after the server dies inside a command, a person is asked whether it finished',
  tour,
  async ({ page }) => {
    model.script(call('run_command', { command: 'sleep 2.5' }));
    await ask(page, app.baseURL, 'Sleep');
    await approve(page);
    await expect(page.getByText(/Running: Run/).first()).toBeVisible();
    await app.stop('SIGKILL');
    await app.start();
    await page.reload();
    await expect(page.getByText('Did this step finish?')).toBeVisible();
    await expect(page.getByText('Answer the question above first.')).toBeVisible();
    model.script('Thank you for looking.');
    // With the keyboard, the next letters belong to the result, and a second Enter answers nothing.
    await page.getByRole('button', { name: 'It worked…' }).press('Enter');
    const result = page.getByLabel('What was its result?');
    await expect(result).toBeFocused();
    const goOn = page.getByRole('button', { name: 'Continue with this result' });
    await expect(goOn).toBeDisabled();
    await page.keyboard.type('It slept.');
    await page.reload();
    await page.getByRole('button', { name: 'It worked…' }).press('Enter');
    await expect(result).toHaveValue('It slept.');
    await page.getByRole('button', { name: 'Back' }).press('Enter');
    await expect(page.getByRole('button', { name: 'It worked…' })).toBeFocused();
    await page.keyboard.press('Enter');
    await goOn.click();
    await expect(page.getByText('Thank you for looking.')).toBeVisible();
  },
);
