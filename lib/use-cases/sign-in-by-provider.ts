import type { ProvidedPerson } from '../accounts/provider.port';
import { accountLimits, email as emailShape, personName } from '../contracts/accounts';
import type { ProviderProblem } from '../contracts/provider-problems';
import type { Person } from '../db/ports/account-store.port';
import { type Account, type Invited, toEmailKey } from '../domain/account';
import type { Actor } from '../domain/actor';
import { type ActorId, createId } from '../shared/ids';
import type { Services } from './services';

type Parts = Pick<Services, 'accounts' | 'clock'> & { providerName: string };
type Found = { actorId: ActorId } | { problem: ProviderProblem };

/**
 * Finds out which person of the team the provider means, links an account that has the same checked address, or
 * lets an invited person join. `invitationHash` is the hash of the link's code with which the person came.
 */
export async function findProvidedPerson(
  parts: Parts,
  provided: ProvidedPerson,
  invitationHash: string | null,
): Promise<Found> {
  const { accounts } = parts;
  const known = await accounts.findByProvider(provided.providerId);
  if (known) return known;
  const checked = readCheckedAddress(provided);
  if ('problem' in checked) return checked;
  const account = await accounts.findByEmail(checked.email);
  return account
    ? linkAccount(parts, account, provided)
    : joinTeam(parts, { ...provided, email: checked.email }, invitationHash);
}

/** Somebody can write any address into an account at a provider. Only a checked one says who they are. */
function readCheckedAddress({
  email,
  isEmailVerified,
}: ProvidedPerson): { email: string } | { problem: ProviderProblem } {
  if (email === null) return { problem: 'no_email' };
  if (!isEmailVerified) return { problem: 'unverified_email' };
  const parsed = emailShape.safeParse(email);
  return parsed.success ? { email: parsed.data } : { problem: 'odd_email' };
}

/**
 * Organizations give addresses to other people later. So a second person of one provider does not replace the
 * first.
 */
function mayLink({ providerId }: Pick<Account, 'providerId'>, newId: string): boolean {
  return providerId === null || readIssuer(providerId) !== readIssuer(newId);
}

const readIssuer = (providerId: string): string => providerId.slice(0, providerId.indexOf(' '));

async function linkAccount(
  { accounts, providerName }: Parts,
  account: Person,
  { providerId }: ProvidedPerson,
): Promise<Found> {
  if (!mayLink(account, providerId)) return { problem: 'other_identity' };
  const by: Actor = { id: account.actorId, name: account.name, role: account.role };
  const place = { providerId, checkedId: account.providerId };
  await accounts.linkProvider(account.actorId, place, providerName, by);
  // Another tab may have linked the same place meanwhile, and somebody else another one.
  return (await accounts.findByProvider(providerId)) ?? { problem: 'other_identity' };
}

async function joinTeam(
  { accounts, clock }: Parts,
  provided: ProvidedPerson & { email: string },
  invitationHash: string | null,
): Promise<Found> {
  const { providerId, email } = provided;
  const person = { actorId: createId('usr'), passwordHash: null, providerId, name: toName(provided) };
  const joined = await accounts.joinByEmail(email, person, clock.now());
  if ('person' in joined) return joined.person;
  // The same person may have come by two tabs.
  const other = joined.problem === 'email_taken' ? await accounts.findByProvider(providerId) : null;
  if (other) return other;
  const problem = await explainInvitation({ accounts, clock }, invitationHash, email);
  return { problem: problem ?? (joined.problem === 'expired' ? 'invitation_expired' : 'not_invited') };
}

async function explainInvitation(
  { accounts, clock }: Pick<Parts, 'accounts' | 'clock'>,
  invitationHash: string | null,
  email: string,
): Promise<ProviderProblem | null> {
  if (invitationHash === null) return null;
  const found = await accounts.findCode(invitationHash, 'invitation', clock.now());
  if ('problem' in found) return `invitation_${found.problem}`;
  const invited = found.code.data as Invited;
  return toEmailKey(invited.email) === toEmailKey(email) ? null : 'other_invitation';
}

/**
 * A provider’s name for a person may be longer than ours, reserved, or missing. The first part of the address may
 * be reserved, too, but never the complete address.
 */
export function toName({ name, email }: { name: string | null; email: string }): string {
  const firstPart = (email.split('@', 1)[0] ?? email).slice(0, accountLimits.name);
  const fitting = [name, firstPart].map((text) => personName.safeParse(text)).find(({ success }) => success);
  return fitting?.data ?? email;
}
