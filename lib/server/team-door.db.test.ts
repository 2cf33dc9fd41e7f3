import '../logging/testing/quiet-log';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { strangerActor } from '../domain/actor';
import { setUpOwner } from '../use-cases/set-up-owner';
import { signIn } from '../use-cases/sign-in';
import { startApp } from './app';

let folder: string;
let app: Awaited<ReturnType<typeof startApp>>;
const device = 'Firefox';
const password = 'correct horse battery';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-team-'));
  app = await startApp({
    environment: {
      DATA_DIR: path.join(folder, 'data'),
      WORKSPACE_DIR: path.join(folder, 'files'),
      COUNTERSIGN_PROFILE: 'team',
    },
  });
});
afterEach(async () => {
  await app.shutDown();
  await rm(folder, { recursive: true, force: true });
});

const secretFile = () => path.join(folder, 'data', 'setup.secret');

it('one of six first owners is made, with the secret of the file, which then is gone', async () => {
  const secret = (await readFile(secretFile(), 'utf8')).trim();
  const tries = Array.from({ length: 6 }, (_, index) =>
    setUpOwner(app.services, strangerActor, {
      secret,
      name: `Owner ${index}`,
      email: `owner${index}@example.com`,
      password,
      device,
    }),
  );
  const settled = await Promise.allSettled(tries);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(stat(secretFile())).rejects.toThrow('ENOENT');
  const [owner] = await app.services.accounts.list();
  expect(owner).toMatchObject({ actorId: 'usr_local', role: 'admin' });
  const { cookie } = await signIn(app.services, strangerActor, {
    email: owner?.email.toUpperCase() ?? '',
    password,
    device,
  });
  const headers = new Headers({ cookie: cookie.split(';', 1)[0] ?? '' });
  expect((await app.identify(headers))?.actor).toMatchObject({ id: 'usr_local', name: owner?.name });
});
