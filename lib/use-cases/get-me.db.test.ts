import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { meView } from '../contracts/me';
import { type Actor, localActor, scriptActor } from '../domain/actor';
import { getMe } from './get-me';

let opened: Awaited<ReturnType<typeof openServices>>;
beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

const ask = async (actor: Actor) => meView.parse(await getMe(opened.services, actor));

it('says who asks by the name of now, and what their role may do', async () => {
  const vic: Actor = { id: 'usr_vic', name: 'Vic', role: 'viewer' };
  await opened.services.actors.seed(vic);
  expect(await ask({ ...vic, name: 'An older name' })).toEqual({
    id: 'usr_vic',
    name: 'Vic',
    role: 'viewer',
    may: {
      read: 'any',
      start: null,
      stop: null,
      steer: null,
      account: 'own',
      sign: null,
      watch: null,
      administer: null,
    },
    signsUpTo: null,
    isScript: false,
    email: null,
    workspaces: [{ id: 'main', name: 'Main', elsewhere: null, maxSteps: null, maxActiveMs: null }],
  });
  expect((await ask(localActor)).may).toMatchObject({ start: 'any', sign: 'any', administer: 'any' });
});

it('says that a program asks, and that a token reaches no further than its scope', async () => {
  expect((await ask(scriptActor)).isScript).toBe(true);
  const token = await ask({ ...localActor, scope: 'read' });
  expect(token.isScript).toBe(true);
  const reached = Object.entries(token.may).filter(([, reach]) => reach !== null);
  expect(reached).toEqual([
    ['read', 'any'],
    ['watch', 'any'],
  ]);
});
