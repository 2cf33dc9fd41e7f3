import { test } from '@playwright/test';
import { createApp } from './app';
import { httpClient } from './http-client';
import { createScriptedModel } from './scripted-model';

/**
 * Starts the app with a scripted model, and a client for it, before the first test. All tests of the calling
 * file share them; each test uses up the replies that it scripted. `readEnv` adds variables.
 */
export function openScriptedApp(readEnv: () => Promise<Record<string, string>> = async () => ({})) {
  const model = createScriptedModel();
  const app = createApp(async () => ({
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_MODEL: 'scripted',
    ...(await readEnv()),
  }));
  test.beforeAll(async () => {
    await model.open();
    await app.start();
  });
  test.afterEach(() => model.expectUsedUp());
  test.afterAll(async () => {
    await app.dispose();
    await model.close();
  });
  return { app, model, http: httpClient(app) };
}
