import { vi } from 'vitest';
import { getApp } from '../lib/server/app';
import { openFixture } from './open-fixture';

/** Opens the application of this process, as its routes do, on a copy of a recorded database. */
export async function openFixtureApp(name: string) {
  const fixture = await openFixture(name);
  for (const [variable, value] of Object.entries(fixture.variables)) vi.stubEnv(variable, value);
  const app = await getApp();
  return {
    ...fixture,
    app,
    async close() {
      await app.shutDown();
      vi.unstubAllEnvs();
      await fixture.remove();
    },
  };
}
