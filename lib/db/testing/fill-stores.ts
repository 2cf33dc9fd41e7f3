import { localActor, systemActor } from '../../domain/actor';
import { sampleRun } from '../../domain/fixtures/sample-run';
import { createId } from '../../shared/ids';
import type { ModelCheck } from '../ports/model-stores.port';
import type { ServerRow } from '../ports/server-store.port';
import { modelToSave } from './model-to-save';
import type { Stores } from './open-stores';
import { writeRuns } from './write-runs';

export const now = new Date();
export const later = new Date(now.getTime() + 600_000);
export const longAgo = new Date(now.getTime() - 40 * 86_400_000);

export const opened = (tokenHash: string) => ({ tokenHash, keyHash: 'k', device: 'Firefox' });
export const newcomer = (name: string) => ({
  actorId: createId('usr'),
  name,
  passwordHash: 'hash',
  providerId: null,
});
export const token = (tokenHash: string) => ({
  id: createId('tok'),
  actorId: localActor.id,
  name: 'Nightly',
  scope: 'start' as const,
  tokenHash,
  createdAt: now,
  expiresAt: later,
  lastUsedAt: null,
});
export const passkey = (id: string) => ({
  id,
  actorId: localActor.id,
  name: 'A key',
  publicKey: 'public',
  counter: 1,
  createdAt: now,
});
export const server = (id: string): Omit<ServerRow, 'heartbeatAt'> => ({
  id,
  name: null,
  address: null,
  host: 'one.example',
  processId: 7,
  version: '1.0.0',
  startedAt: now,
  isDraining: false,
  activeRuns: 2,
  waitingRuns: 1,
});
export const check = (model: string): ModelCheck => ({
  baseUrl: 'http://127.0.0.1:9/v1',
  model,
  checkedAt: '2026-11-22T12:00:00.000Z',
  verdict: 'fits',
  why: 'It fits.',
  findings: [{ id: 'usage', title: 'Reports', result: 'passed', says: 'Yes.' }],
  firstTokenMs: 12,
  windowTokens: null,
  tokensPerSecond: 30.5,
  structure: null,
});
export const newRun = (change = {}) => sampleRun({ status: 'queued' }, { version: 0, ...change });

/** Writes at least one row of each kind that the functions of the stores look for. */
export async function fillStores(stores: Stores) {
  const { accounts, apiTokens, conversations, modelChecks, prompts, servers, sessions, settings } = stores;
  await accounts.addOwner({
    name: 'Ada',
    email: 'ada@example.com',
    passwordHash: 'hash',
    providerId: 'https://id ada',
  });
  const invite = (codeHash: string, email: string) =>
    accounts.addCode(
      { codeHash, kind: 'invitation', data: { email, role: 'admin' }, expiresAt: later },
      localActor,
    );
  await invite('used', 'ben@example.com');
  const ben = newcomer('Ben');
  await accounts.join('used', ben, now);
  const invitationId = (await invite('open', 'cleo@example.com')) ?? 'none';
  const reset = { actorId: ben.actorId, email: 'ben@example.com' };
  await accounts.addCode({ codeHash: 'reset', kind: 'reset', data: reset, expiresAt: later }, localActor);
  const session = await sessions.open(localActor.id, opened('ada'), now);
  await sessions.open(ben.actorId, opened('ben'), now);
  await sessions.addLink({ codeHash: 'link', actorId: ben.actorId, expiresAt: later });
  await sessions.addLink({ codeHash: 'old', actorId: ben.actorId, expiresAt: longAgo });
  const apiToken = token('token');
  await apiTokens.add(apiToken, 9, localActor);
  await accounts.addPasskey(passkey('key'), 9, localActor);
  await accounts.countTry('tried', now);
  await prompts.seed('default', 'Assistant', 'Text');
  await settings.saveModel(modelToSave(), localActor);
  await modelChecks.keep(check('small'), localActor);
  await servers.beat(server('alive'));
  const write = writeRuns(stores.runs);
  const answered = await write.answered('Answered', { text: 'Please' }, 'Done.');
  const pending = await write.pending({}, {}, longAgo);
  const { run: queued } = await write.start();
  const taken = await write.start();
  await stores.runs.claim(taken.run.id, 'owner', 60_000);
  const running = await stores.runs.commit(taken.run, [{ type: 'run_started' }], {
    actor: systemActor,
    owner: 'owner',
  });
  const started = await write.start({}, { key: { idempotencyKey: 'known', requestHash: 'a' } });
  const idle = await conversations.create('Idle', 'main', localActor);
  const removed = await conversations.create('Removed', 'main', localActor);
  await conversations.remove(removed.id, localActor);
  if (!session) throw new Error('The session was not opened');
  return {
    ben,
    invitationId,
    session,
    apiToken,
    answered,
    pending,
    queued,
    running,
    started: started.run,
    idle,
    removed,
  };
}

export type Filled = Awaited<ReturnType<typeof fillStores>>;
