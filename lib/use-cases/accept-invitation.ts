import { describeCodeProblem } from '../accounts/one-time-link';
import { hashPassword } from '../accounts/password';
import { hashSecret } from '../auth/secret-text';
import type { AcceptBody, CodeBody, InvitedView } from '../contracts/accounts';
import type { JoinOutcome } from '../db/ports/account-store.port';
import type { Invited } from '../domain/account';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { createId } from '../shared/ids';
import { nameTaken } from './name-taken';
import type { Services } from './services';
import type { LetIn } from './sign-in';

type Parts = Pick<Services, 'accounts' | 'clock'>;

/** Says whom an invitation is for, and leaves it unused. Throws `forbidden` when it does not work. */
export async function lookUpInvitation(
  { accounts, clock }: Parts,
  _actor: Actor,
  { code }: CodeBody,
): Promise<InvitedView> {
  const found = await accounts.findCode(hashSecret(code), 'invitation', clock.now());
  if ('problem' in found) throw toRefusal(found.problem);
  const { email, role } = found.code.data as Invited;
  return { email, role };
}

/** Adds the invited person with a password, and lets them in. An invitation lets one person in, once. */
export async function acceptInvitation(
  services: Parts & Pick<Services, 'door'>,
  actor: Actor,
  { code, name, password, device }: AcceptBody & { device: string },
): Promise<LetIn> {
  const { accounts, clock, door } = services;
  // A wrong code costs no computation.
  await lookUpInvitation(services, actor, { code });
  const person = { actorId: createId('usr'), name, passwordHash: await hashPassword(password) };
  const joined = await accounts.join(hashSecret(code), { ...person, providerId: null }, clock.now());
  if ('problem' in joined) throw toRefusal(joined.problem);
  return door.letIn(joined.person.actorId, device);
}

function toRefusal(problem: Extract<JoinOutcome, { problem: unknown }>['problem']): AppError {
  if (problem === 'name_taken') return nameTaken();
  if (problem === 'email_taken')
    return new AppError('forbidden', 'This address has an account. Sign in with it.');
  return new AppError('forbidden', describeCodeProblem('invitation', problem));
}
