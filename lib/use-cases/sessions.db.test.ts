import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import type { SessionStore } from '../db/ports/session-store.port';
import { type Actor, localActor, scriptActor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { createId } from '../shared/ids';
import { endOtherSessions, endSession, listSessions, makeLink } from './sessions';

let bench: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  bench = await openServices();
});
afterEach(() => bench.close());

const ben: Actor = { id: 'usr_ben', name: 'Ben', role: 'viewer' };

/** Lets a browser of this person in, and returns its session's id. */
async function letIn({ id: actorId }: Actor, device: string) {
  // Use cases may only list. The door lets in.
  const store = bench.services.sessions as SessionStore;
  const hash = createId('ses');
  await store.addLink({ codeHash: hash, actorId, expiresAt: new Date(Date.now() + 60_000) });
  const redeemed = await store.redeem(hash, { tokenHash: hash, keyHash: hash, device }, new Date());
  if ('problem' in redeemed) throw new Error(redeemed.problem);
  return redeemed.session.id;
}

/** Returns what the person is told, or that it worked. */
const attempt = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof AppError ? `${error.code}: ${error.message}` : error),
  );

describe('browsers', () => {
  it('are listed to their own person, the asking one first, and to the owner’s script', async () => {
    const [phone, laptop] = [await letIn(localActor, 'curl/8'), await letIn(localActor, 'Firefox/144.0')];
    await letIn(ben, 'Firefox/144.0');
    const asked = await listSessions(bench.services, localActor, { session: { id: phone } });
    expect(asked.sessions.map(({ id, name, isThis }) => [id, name, isThis])).toEqual([
      [phone, 'curl', true],
      [laptop, 'Firefox', false],
    ]);
    const byScript = await listSessions(bench.services, scriptActor, { session: null });
    expect(byScript.sessions.map(({ id }) => id).sort()).toEqual([phone, laptop].sort());
  });

  it('of someone else are as missing as browsers that never were', async () => {
    const theirs = await letIn(localActor, 'Firefox/144.0');
    const end = (id: string) => attempt(endSession(bench.services, ben, { id, session: null }));
    const answers = await Promise.all([theirs, createId('ses'), 'ses_', '', localActor.id].map(end));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^not_found: /);
    await endOtherSessions(bench.services, ben, { session: null });
    const { sessions } = await listSessions(bench.services, localActor, { session: null });
    expect(sessions.map(({ id }) => id)).toEqual([theirs]);
  });

  it('are all signed out but the one that asks', async () => {
    const [kept] = [await letIn(ben, 'a/1'), await letIn(ben, 'b/1'), await letIn(ben, 'c/1')];
    const { sessions } = await endOtherSessions(bench.services, ben, { session: { id: kept } });
    expect(sessions.map(({ id }) => id)).toEqual([kept]);
    const left = await endSession(bench.services, ben, { id: kept, session: { id: kept } });
    expect(left.sessions).toEqual([]);
  });
});

describe('a new link', () => {
  it('has the address that people use, and says whether another machine can open it', async () => {
    const { services } = bench;
    expect(await makeLink(services, ben)).toMatchObject({
      address: 'http://localhost:3000/?code=code',
      isPublic: false,
    });
    const publicUrl = 'https://countersign.example';
    const installation = { ...services.installation, publicUrl };
    expect(await makeLink({ ...services, installation }, ben)).toMatchObject({
      address: 'https://countersign.example/?code=code',
      isPublic: true,
    });
  });
});
