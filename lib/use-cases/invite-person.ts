import { type OneTimeLinkKind, oneTimeLinks, toOneTimeLink } from '../accounts/one-time-link';
import { createSecret, hashSecret } from '../auth/secret-text';
import type { InviteBody, PeopleView, PersonLink } from '../contracts/accounts';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import type { JsonObject } from '../shared/json';
import { listPeople, loadPerson, type PeopleParts } from './people';
import { requireTeam } from './require-team';

/**
 * Makes an invitation, which replaces an open one of this address. The answer holds the link, which nothing else
 * keeps.
 */
export async function invitePerson(
  services: PeopleParts,
  actor: Actor,
  { email, role }: InviteBody,
): Promise<PersonLink> {
  requireTeam(services);
  if (await services.accounts.findByEmail(email)) {
    const message = 'This address has an account. Change its role in the list of people.';
    throw new AppError('invalid_body', message, { fields: { email: message } });
  }
  return makeLink(services, actor, 'invitation', { email, role });
}

/** Makes a link with which a person chooses a new password, and which replaces an earlier one. */
export async function makeResetLink(
  services: PeopleParts,
  actor: Actor,
  { id }: { id: string },
): Promise<PersonLink> {
  requireTeam(services);
  const { actorId, email } = await loadPerson(services, id);
  return makeLink(services, actor, 'reset', { actorId, email });
}

/** Makes an open invitation useless. */
export async function withdrawInvitation(
  services: PeopleParts,
  actor: Actor,
  { id }: { id: string },
): Promise<PeopleView> {
  requireTeam(services);
  if (!(await services.accounts.withdrawInvitation(id, actor)))
    throw new AppError('not_found', 'This invitation was used or withdrawn, or never existed.');
  return listPeople(services, actor);
}

async function makeLink(
  services: PeopleParts,
  actor: Actor,
  kind: OneTimeLinkKind,
  data: JsonObject,
): Promise<PersonLink> {
  const { accounts, clock, installation } = services;
  const code = createSecret();
  const expiresAt = new Date(clock.now().getTime() + oneTimeLinks[kind].lastsMs);
  if ((await accounts.addCode({ codeHash: hashSecret(code), kind, data, expiresAt }, actor)) === null)
    throw new AppError('forbidden', 'You don’t have permission to do this.');
  const address = toOneTimeLink(installation.publicUrl ?? installation.localAddress(), kind, code);
  return { ...(await listPeople(services, actor)), address, expiresAt: expiresAt.toISOString() };
}
