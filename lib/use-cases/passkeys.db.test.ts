import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { createSoftPasskey } from '../accounts/testing/soft-passkey';
import { accountLimits } from '../contracts/accounts';
import { type Actor, localActor, strangerActor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { addPasskey, askToAdd, askToSignIn, removePasskey, signInByPasskey } from './passkeys';
import type { Services } from './services';
import { addPeople } from './testing/add-people';

const ada: Actor = { id: 'usr_ada', name: 'Ada', role: 'operator' };
const ben: Actor = { id: 'usr_ben', name: 'Ben', role: 'operator' };
const place = { host: 'localhost', origin: 'http://localhost:3000' };
let clock: Date;
let bench: Awaited<ReturnType<typeof openServices>>;
let services: Services;
let letIn: string[];

const open = (localAddress: string, publicUrl: string | null = null): Services => ({
  ...bench.services,
  clock: { now: () => clock },
  installation: { ...bench.services.installation, publicUrl, localAddress: () => localAddress },
  door: {
    ...bench.services.door,
    async letIn(actorId) {
      letIn.push(actorId);
      return { cookie: 'cookie', key: 'key' };
    },
  },
});

beforeEach(async () => {
  clock = new Date();
  letIn = [];
  bench = await openServices();
  await addPeople(bench.services.accounts, [
    { actorId: ada.id, name: ada.name, role: 'operator', email: 'ada@example.com' },
    { actorId: ben.id, name: ben.name, role: 'operator', email: 'ben@example.com' },
  ]);
  services = open(place.origin);
});
afterEach(() => bench.close());

const attempt = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof AppError ? `${error.code}: ${error.message}` : error),
  );

async function add(device = createSoftPasskey(place), actor = ada) {
  const { code, options } = await askToAdd(services, actor);
  await addPasskey(services, actor, { code, response: device.create(options), name: 'Laptop' });
  return device;
}

async function signIn(device: ReturnType<typeof createSoftPasskey>, lie?: Parameters<typeof device.get>[1]) {
  const { code, options } = await askToSignIn(services, strangerActor);
  const response = device.get(options, lie);
  return {
    body: { code, response },
    result: await attempt(signInByPasskey(services, strangerActor, { code, response, device: '' })),
  };
}

describe('a passkey', () => {
  it('lets its person in without an address, and notes when', async () => {
    const [ofAda, ofBen] = [await add(), await add(createSoftPasskey(place), ben)];
    clock = new Date(clock.getTime() + 60_000);
    for (const device of [ofBen, ofAda, ofAda]) expect((await signIn(device)).result).toBe('done');
    expect(letIn).toEqual([ben.id, ada.id, ada.id]);
    expect((await services.accounts.passkeys(ada.id))[0]?.lastUsedAt).toEqual(clock);
  });

  it('answers each question once, within five minutes, and only a question to sign in', async () => {
    const device = await add();
    const { body } = await signIn(device);
    expect(await attempt(signInByPasskey(services, strangerActor, { ...body, device: '' }))).toMatch(
      /^forbidden: This took longer/,
    );
    const late = await askToSignIn(services, strangerActor);
    clock = new Date(clock.getTime() + 5 * 60 * 1_000);
    const response = device.get(late.options);
    expect(
      await attempt(signInByPasskey(services, strangerActor, { code: late.code, response, device: '' })),
    ).toMatch(/longer/);
    const other = await askToAdd(services, ada);
    const answer = { code: other.code, response: device.get(other.options), device: '' };
    expect(await attempt(signInByPasskey(services, strangerActor, answer))).toMatch(/longer/);
    expect(letIn).toEqual([ada.id]);
  });

  it('uses its question up with a wrong answer, too', async () => {
    const device = await add();
    const { code, options } = await askToSignIn(services, strangerActor);
    const wrong = device.get(options, { origin: 'http://localhost:3001' });
    expect(
      await attempt(signInByPasskey(services, strangerActor, { code, response: wrong, device: '' })),
    ).toMatch(/did not work/);
    const right = { code, response: device.get(options), device: '' };
    expect(await attempt(signInByPasskey(services, strangerActor, right))).toMatch(/longer/);
    expect(letIn).toEqual([]);
  });

  it('that was copied works for one of the two: the counter goes on', async () => {
    const device = await add();
    expect((await signIn(device, { counter: 7 })).result).toBe('done');
    for (const counter of [7, 6, 0])
      expect((await signIn(device, { counter })).result).toMatch(/did not work/);
    expect((await signIn(device, { counter: 8 })).result).toBe('done');
  });

  it('two answers with one counter at the same time: one of them is let in', async () => {
    const device = await add();
    const results = await Promise.all([1, 2, 3].map(() => signIn(device, { counter: 5 })));
    expect(results.filter(({ result }) => result === 'done')).toHaveLength(1);
  });

  it('that nobody knows, that was removed, or whose person was removed, lets nobody in', async () => {
    const unknown = createSoftPasskey(place);
    unknown.state.userHandle = Buffer.from(ada.id).toString('base64url');
    const [removed, orphan] = [await add(), await add(createSoftPasskey(place), ben)];
    await removePasskey(services, ada, { id: removed.id });
    await services.accounts.remove(ben.id, localActor);
    for (const device of [unknown, removed, orphan])
      expect((await signIn(device)).result).toMatch(/^forbidden: Countersign does not know this passkey/);
    expect(letIn).toEqual([]);
  });

  it('of one person is nobody else’s to remove or to finish', async () => {
    const device = await add();
    expect(await attempt(removePasskey(services, ben, { id: device.id }))).toMatch(/^not_found/);
    const { code, options } = await askToAdd(services, ada);
    const response = createSoftPasskey(place).create(options);
    expect(await attempt(addPasskey(services, ben, { code, response, name: 'Mine' }))).toMatch(/longer/);
    expect(await services.accounts.passkeys(ben.id)).toEqual([]);
  });

  it('is added once, and at most so many of one person', async () => {
    const device = await add();
    expect(await attempt(add(device))).toMatch(/already added/);
    expect(await attempt(add(device, ben))).toMatch(/already added/);
    for (let count = 1; count < accountLimits.passkeys; count += 1) await add();
    expect(await attempt(add())).toMatch(/Remove one/);
  });

  it('of a device that answered for another page is not added', async () => {
    const { code, options } = await askToAdd(services, ada);
    const response = createSoftPasskey(place).create(options, { host: 'evil.example' });
    expect(await attempt(addPasskey(services, ada, { code, response, name: 'Odd' }))).toMatch(/^forbidden/);
    expect(await services.accounts.passkeys(ada.id)).toEqual([]);
  });

  it('belongs to the public address where there is one, and to no IP address', async () => {
    services = open('http://localhost:3000', 'https://countersign.example');
    const device = createSoftPasskey({ host: 'countersign.example', origin: 'https://countersign.example' });
    await add(device);
    expect((await signIn(device)).result).toBe('done');
    services = open('http://localhost:3000', 'http://127.0.0.1:8080');
    expect(await attempt(askToSignIn(services, strangerActor))).toMatch(/^not_found/);
    expect(await attempt(askToAdd(services, ada))).toMatch(/^not_found/);
  });
});
