import { isPassword, takePlace } from '../accounts/password';
import { hashSecret } from '../auth/secret-text';
import type { SignInBody } from '../contracts/accounts';
import { toEmailKey } from '../domain/account';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import type { Services } from './services';
import { tooManyTries } from './too-many-tries';

/** The page keeps the key, and the browser the cookie. */
export type LetIn = { cookie: string; key: string };

/** Names a lockout. No row holds an address that has no account. */
export const toTriesHash = (email: string): string => hashSecret(toEmailKey(email));

/**
 * Lets a person in who knows their password. The answer for a wrong address is that for a wrong password, takes as
 * long, and locks as soon. Throws `forbidden`, and `too_many_requests` while the address is locked or too many
 * passwords wait.
 */
export async function signIn(
  { accounts, clock, door }: Pick<Services, 'accounts' | 'clock' | 'door'>,
  _actor: Actor,
  { email, password, device }: SignInBody & { device: string },
): Promise<LetIn> {
  const triesHash = toTriesHash(email);
  const { lockedMs, account, isRight } = await takePlace(async () => {
    const lockedMs = await accounts.countTry(triesHash, clock.now());
    const account = await accounts.findCredentials(email);
    return { lockedMs, account, isRight: await isPassword(password, account?.passwordHash ?? null) };
  });
  if (lockedMs > 0)
    throw tooManyTries(
      lockedMs,
      'Too many wrong passwords. Wait 15 minutes, or ask an admin for a reset link.',
    );
  if (!account || !isRight) throw new AppError('forbidden', 'The e-mail address or the password is wrong.');
  await accounts.forgetFailures(triesHash);
  return door.letIn(account.actorId, device, account.passwordHash ?? undefined);
}
