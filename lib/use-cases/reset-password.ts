import { describeCodeProblem } from '../accounts/one-time-link';
import { hashPassword } from '../accounts/password';
import { hashSecret } from '../auth/secret-text';
import type { CodeBody, ResetBody, ResetView } from '../contracts/accounts';
import type { Person } from '../db/ports/account-store.port';
import type { Resetting } from '../domain/account';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import type { Services } from './services';
import { type LetIn, toTriesHash } from './sign-in';

type Parts = Pick<Services, 'accounts' | 'clock'>;

/** Says whose password a link replaces, and leaves it unused. Throws `forbidden` when it does not work. */
export async function lookUpReset(services: Parts, _actor: Actor, { code }: CodeBody): Promise<ResetView> {
  const { email, name } = await findPerson(services, code);
  return { email, name };
}

/**
 * Replaces the password, ends the lockout, signs every browser of the person out and lets this one in. A link
 * works once.
 */
export async function acceptReset(
  services: Parts & Pick<Services, 'door'>,
  _actor: Actor,
  { code, password, device }: ResetBody & { device: string },
): Promise<LetIn> {
  const { accounts, clock, door } = services;
  // A wrong code costs no computation.
  await findPerson(services, code);
  const done = await accounts.resetPassword(hashSecret(code), await hashPassword(password), clock.now());
  if ('problem' in done)
    throw refuse(done.problem === 'used' || done.problem === 'expired' ? done.problem : 'unknown');
  door.forget();
  await accounts.forgetFailures(toTriesHash(done.person.email));
  return door.letIn(done.person.actorId, device);
}

async function findPerson({ accounts, clock }: Parts, code: string): Promise<Person> {
  const found = await accounts.findCode(hashSecret(code), 'reset', clock.now());
  if ('problem' in found) throw refuse(found.problem);
  const person = await accounts.find((found.code.data as Resetting).actorId);
  // The person was removed.
  if (!person) throw refuse('unknown');
  return person;
}

const refuse = (problem: Parameters<typeof describeCodeProblem>[1]) =>
  new AppError('forbidden', describeCodeProblem('reset', problem));
