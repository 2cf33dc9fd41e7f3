import { whyNoPasskeys } from '../accounts/passkey-place';
import { hashPassword, isPassword, takePlace } from '../accounts/password';
import type { AccountView, PasswordBody } from '../contracts/accounts';
import type { Person } from '../db/ports/account-store.port';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import type { SessionId } from '../shared/ids';
import { nameTaken } from './name-taken';
import { addressOf } from './passkeys';
import { requireTeam } from './require-team';
import type { Services } from './services';
import { toTriesHash } from './sign-in';
import { tooManyTries } from './too-many-tries';

type Parts = Pick<Services, 'accounts' | 'provider' | 'installation'>;
/** `host` is the one of the request: passkeys work at one address only. */
type Asking = { host: string | null };

/** Shows a person how they sign in. */
export async function getAccount(services: Parts, actor: Actor, { host }: Asking): Promise<AccountView> {
  const { name, email, role, passwordHash, providerId } = await loadSelf(services, actor);
  const { accounts, provider, installation } = services;
  const passkeys = await accounts.passkeys(actor.id);
  return {
    name,
    email,
    role,
    hasPassword: passwordHash !== null,
    provider: provider && { name: provider.name, isLinked: providerId !== null },
    passkeys: passkeys.map((passkey) => ({
      id: passkey.id,
      name: passkey.name,
      createdAt: passkey.createdAt.toISOString(),
      lastUsedAt: passkey.lastUsedAt?.toISOString() ?? null,
    })),
    whyNoPasskeys: whyNoPasskeys(addressOf(installation), host),
  };
}

/** Renames the person everywhere, also where they did something before. */
export async function renameSelf(
  services: Parts & Pick<Services, 'door'>,
  actor: Actor,
  { name, host }: Asking & { name: string },
): Promise<AccountView> {
  await loadSelf(services, actor);
  if (!(await services.accounts.rename(actor.id, name, actor))) throw nameTaken();
  services.door.forget();
  return getAccount(services, actor, { host });
}

/**
 * Sets the person's password, and signs every other browser of theirs out. A wrong current password counts as one
 * at the door. Throws `invalid_body` for it, `too_many_requests` while the address is locked or too many passwords
 * wait, and `forbidden` when the password changed or this browser was signed out meanwhile.
 */
export async function changePassword(
  services: Parts & Pick<Services, 'door' | 'clock'>,
  actor: Actor,
  { current, password, session, host }: PasswordBody & Asking & { session: { id: SessionId } | null },
): Promise<AccountView> {
  const { accounts, clock, door } = services;
  const { email, passwordHash } = await loadSelf(services, actor);
  if (passwordHash !== null) {
    if (current === undefined) throw wrongCurrent('Enter your current password.');
    const triesHash = toTriesHash(email);
    await takePlace(async () => {
      const lockedMs = await accounts.countTry(triesHash, clock.now());
      if (lockedMs > 0) throw tooManyTries(lockedMs, tooManyWrong, { current: tooManyWrong });
      if (!(await isPassword(current, passwordHash))) throw wrongCurrent(isWrong);
    });
    await accounts.forgetFailures(triesHash);
  }
  const checked = { checkedHash: passwordHash, keep: session?.id ?? null };
  if (!(await accounts.setPassword(actor.id, await hashPassword(password), actor, checked)))
    throw new AppError('forbidden', isWrong);
  door.forget();
  return getAccount(services, actor, { host });
}

const tooManyWrong = 'Too many wrong passwords. Wait 15 minutes.';
const isWrong = 'The current password is wrong.';
const wrongCurrent = (message: string) =>
  new AppError('invalid_body', message, { fields: { current: message } });

async function loadSelf(
  services: Pick<Services, 'accounts' | 'installation'>,
  actor: Actor,
): Promise<Person> {
  requireTeam(services);
  const person = await services.accounts.find(actor.id);
  if (!person) throw new AppError('not_found', 'You have no account here.');
  return person;
}
