import { type BrowserContext, test as base, expect } from '@playwright/test';
import { createApp } from './app';
import { httpClient } from './http-client';
import { letInto, openContexts, runningApps } from './let-in';
import { createScriptedModel } from './scripted-model';

const shared = createScriptedApp(async () => ({}));

/** This is Playwright's `test`. Every file uses it, because a worker ends at a file with another one. */
export const test = base.extend<object, { sharedApp: unknown }>({
  context: async ({ context }, use) => {
    const breaches = await watchPolicy(context);
    openContexts.add(context);
    await Promise.all([...runningApps].map((app) => letInto(context, app)));
    await use(context);
    openContexts.delete(context);
    expect(breaches).toEqual([]);
  },
  sharedApp: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
    async ({}, use: (app: unknown) => Promise<void>) => {
      await shared.open();
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
});

/** Collects what the content security policy of any page in this context stopped. */
async function watchPolicy(context: BrowserContext): Promise<string[]> {
  const breaches: string[] = [];
  await context.exposeBinding('noteBreach', (_, breach: string) => void breaches.push(breach));
  await context.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, documentURI }) =>
      (window as typeof window & { noteBreach: (breach: string) => void }).noteBreach(
        `${violatedDirective} stopped ${blockedURI} on ${documentURI}`,
      ),
    ),
  );
  return breaches;
}

/** `npm test` runs the tests with this tag. Together they use every feature once. `test:all` runs the others. */
export const tour = { tag: '@tour' };

/** These tests are of the tour, too, and about the profile for one person. */
export const localTour = { tag: ['@tour', '@local'] };

/** These tests are of the tour, too, and look into the file of SQLite. */
export const sqliteTour = { tag: ['@tour', '@sqlite'] };

/**
 * Returns the one app of this worker, with a scripted model and a client. Its data are those of all tests
 * before, so a test names its own conversations and files, and uses up the replies that it scripted. After
 * each test, no run waits.
 */
export function openSharedApp() {
  test.beforeAll(({ sharedApp: _isOpen }) => {});
  test.afterEach(async () => {
    shared.model.expectUsedUp();
    await endRuns(shared);
  });
  return shared;
}

/**
 * Starts an app with a scripted model before the first test of the calling file, for tests that kill it, set
 * other variables (`readEnv`) or need an empty database. All tests of the file share it.
 */
export function openOwnApp(readEnv: () => Promise<Record<string, string>> = async () => ({})) {
  const own = createScriptedApp(readEnv);
  test.beforeAll(own.open);
  test.afterEach(() => own.model.expectUsedUp());
  test.afterAll(own.close);
  return own;
}

function createScriptedApp(readEnv: () => Promise<Record<string, string>>) {
  const model = createScriptedModel();
  const app = createApp(async () => ({
    OPENAI_BASE_URL: model.baseUrl,
    OPENAI_MODEL: 'scripted',
    ...(await readEnv()),
  }));
  return {
    app,
    model,
    http: httpClient(app),
    async open() {
      await model.open();
      await app.start();
    },
    async close() {
      await app.dispose();
      await model.close();
    },
  };
}

/** Ends every run that waits for a signature or for the model. */
async function endRuns({ http, model }: ReturnType<typeof createScriptedApp>) {
  model.release();
  for (const status of ['pending', 'others']) {
    const { approvals } = (await http.get(`/api/approvals?status=${status}`)).json;
    for (const { runId } of approvals) await http.post(`/api/runs/${runId}/stop`);
  }
}
