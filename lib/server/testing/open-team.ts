import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { RoleName } from '../../contracts/accounts';
import { type Actor, strangerActor } from '../../domain/actor';
import { AppError } from '../../shared/app-error';
import { acceptInvitation } from '../../use-cases/accept-invitation';
import { invitePerson } from '../../use-cases/invite-person';
import { setUpOwner } from '../../use-cases/set-up-owner';
import { type StartOptions, startApp } from '../app';

export const device = 'Firefox';
export const goodPassword = 'correct horse battery';

/** Returns what a person is told, or that it worked. */
export const attempt = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error) => (error instanceof AppError ? `${error.code}: ${error.message}` : error),
  );

export const codeOf = (address: string): string => new URL(address).hash.slice(1);

type Options = {
  /** Fills the folder before the start, and returns further variables. */
  prepare?: (folder: string) => Promise<Record<string, string>>;
} & Pick<StartOptions, 'models' | 'tools'>;

/** Starts the app of a team in a folder of its own. */
export async function openTeam({ prepare, ...parts }: Options = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-team-'));
  const environment = {
    DATA_DIR: path.join(folder, 'data'),
    WORKSPACE_DIR: path.join(folder, 'files'),
    COUNTERSIGN_PROFILE: 'team',
    ...(await prepare?.(folder)),
  };
  const app = await startApp({ environment, ...parts });
  const { services } = app;
  const secretFile = path.join(environment.DATA_DIR, 'setup.secret');
  const readSecret = async () => (await readFile(secretFile, 'utf8')).trim();
  const identify = async ({ cookie }: { cookie: string }) =>
    (await app.identify(new Headers({ cookie: cookie.split(';', 1)[0] ?? '' })))?.actor ?? null;
  const requireActor = async (letIn: { cookie: string }): Promise<Actor> => {
    const actor = await identify(letIn);
    if (!actor) throw new Error('Nobody came in');
    return actor;
  };
  return {
    app,
    services,
    environment,
    secretFile,
    readSecret,
    /** Returns who comes in with this cookie, or null. */
    identify,
    async addOwner() {
      const owner = { name: 'Ada', email: 'ada@example.com', password: goodPassword, device };
      const secret = await readSecret();
      const letIn = await setUpOwner(services, strangerActor, { ...owner, secret });
      return { ...letIn, actor: await requireActor(letIn) };
    },
    async addPerson(by: Actor, email: string, role: RoleName, name = email) {
      const { address } = await invitePerson(services, by, { email, role });
      const person = { name, password: goodPassword, device };
      const letIn = await acceptInvitation(services, strangerActor, { ...person, code: codeOf(address) });
      return { ...letIn, actor: await requireActor(letIn) };
    },
    async close() {
      await app.shutDown();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
