import { test } from '@playwright/test';
import { createApp } from './app';
import { httpClient } from './http-client';
import { createScriptedModel } from './scripted-model';

/**
 * The app with a scripted model, which all tests of the file that calls this share, and a client for it. They start before the first test; each
 * test uses up what it scripted. `readEnv` makes more variables.
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
