import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { tokenBody, tokenLimits } from '../contracts/tokens';
import { type Actor, localActor, scriptActor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { createId } from '../shared/ids';
import { createToken, listTokens, revokeToken } from './api-tokens';
import { planWorkflow } from './plan-workflow';
import { startWorkflowRun } from './start-workflow-run';

let bench: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  bench = await openServices();
});
afterEach(() => bench.close());

const ben: Actor = { id: 'usr_ben', name: 'Ben', role: 'viewer' };
const dayMs = 24 * 60 * 60 * 1_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const wish = { name: 'Nightly', scope: 'start' as const, expiresAt: inDays(1) };

/** Returns what the person is told, or that it worked. */
const attempt = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => (error instanceof AppError ? `${error.code}: ${error.message}` : error),
  );

describe('API tokens', () => {
  it('are shown once: no list holds one, and no two are alike', async () => {
    const made = [await createToken(bench.services, ben, wish), await createToken(bench.services, ben, wish)];
    const secrets = made.map(({ token }) => token);
    expect(new Set(secrets).size).toBe(2);
    for (const secret of secrets) {
      expect(secret).toMatch(/^cs_[\w-]{43}$/);
      expect(JSON.stringify(await listTokens(bench.services, ben))).not.toContain(secret);
    }
  });

  it('belong to their person, and the owner’s script looks after those of the owner', async () => {
    await createToken(bench.services, scriptActor, wish);
    expect((await listTokens(bench.services, localActor)).tokens).toHaveLength(1);
    expect((await listTokens(bench.services, ben)).tokens).toEqual([]);
  });

  it('of someone else are as missing as tokens that never were', async () => {
    const [token] = (await createToken(bench.services, localActor, wish)).tokens;
    const revoke = (id: string) => attempt(revokeToken(bench.services, ben, { id }));
    const answers = await Promise.all([token?.id ?? '', createId('tok'), 'tok_', '', ben.id].map(revoke));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^not_found: /);
    expect((await listTokens(bench.services, localActor)).tokens).toHaveLength(1);
  });

  it('are at most so many of one person', async () => {
    for (let count = 0; count < tokenLimits.tokens; count += 1) await createToken(bench.services, ben, wish);
    expect(await attempt(createToken(bench.services, ben, wish))).toContain('Revoke one');
  });

  it('end in the future, at most a year from now', () => {
    const isTaken = (expiresAt: unknown) => tokenBody.safeParse({ ...wish, expiresAt }).success;
    expect([inDays(0.01), inDays(365)].map(isTaken)).toEqual([true, true]);
    for (const wrong of [inDays(-0.01), inDays(367), '', 'tomorrow', null, 0, undefined, 'Infinity'])
      expect([wrong, isTaken(wrong)]).toEqual([wrong, false]);
  });
});

it('a token starts no workflow whose plan asks for a consent, which is a signature', async () => {
  const program: Actor = { ...localActor, scope: 'start' };
  const parameters = { title: 'Token', text: 'Text', date: '2026-11-28', folder: 'notes' };
  const request = { workflowId: 'new-note', parameters };
  const plan = await planWorkflow(bench.services, program, request);
  expect(plan.calls[0]?.problem).toContain('An API token signs nothing');
  const start = (actor: Actor) =>
    attempt(startWorkflowRun(bench.services, actor, { ...request, consent: plan.planHash }));
  expect(await start(program)).toMatch(/^forbidden: An API token signs nothing/);
  expect(await start(localActor)).toBe('done');
});
