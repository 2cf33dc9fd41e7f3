import { hashPassword } from '../accounts/password';
import type { SetupBody } from '../contracts/accounts';
import { type Actor, localActor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import type { Services } from './services';
import type { LetIn } from './sign-in';

/**
 * Makes the first owner, who keeps everything of the local profile, and lets them in. Of many at once, one
 * succeeds. Throws `forbidden` for a wrong secret, and when there is an owner.
 */
export async function setUpOwner(
  { accounts, setupSecret, door }: Pick<Services, 'accounts' | 'setupSecret' | 'door'>,
  _actor: Actor,
  { secret, name, email, password, device }: SetupBody & { device: string },
): Promise<LetIn> {
  if (await accounts.hasOwner()) throw hasOwner();
  if (!(await setupSecret.isRight(secret)))
    throw new AppError(
      'forbidden',
      'This setup secret is wrong. The file setup.secret in the data folder has the right one.',
    );
  const passwordHash = await hashPassword(password);
  if (!(await accounts.addOwner({ name, email, passwordHash, providerId: null }))) throw hasOwner();
  await setupSecret.discard();
  return door.letIn(localActor.id, device);
}

const hasOwner = () =>
  new AppError('forbidden', 'This server has an owner. Sign in, or ask an admin for an invitation.');
