import type { PeopleView, RoleName } from '../contracts/accounts';
import type { Person, PersonChange } from '../db/ports/account-store.port';
import type { Invited } from '../domain/account';
import type { Actor } from '../domain/actor';
import { builtInRoles } from '../policy/roles';
import { AppError } from '../shared/app-error';
import type { ActorId } from '../shared/ids';
import { requireTeam } from './require-team';
import type { Services } from './services';

export type PeopleParts = Pick<Services, 'accounts' | 'actors' | 'clock' | 'installation'>;
type ChangeParts = PeopleParts & Pick<Services, 'door'>;
type StopParts = ChangeParts & Pick<Services, 'stopPrivateRuns'>;

/** Lists the team by name, and its open invitations, the newest first. */
export async function listPeople(services: PeopleParts, actor: Actor): Promise<PeopleView> {
  requireTeam(services);
  const { accounts, actors, clock } = services;
  const [people, invitations, nameOf] = await Promise.all([
    accounts.list(),
    accounts.listInvitations(),
    actors.names(),
  ]);
  return {
    people: people.map((person) => ({
      id: person.actorId,
      name: person.name,
      email: person.email,
      role: person.role,
      joinedAt: person.createdAt.toISOString(),
      lastSeenAt: person.lastSeenAt?.toISOString() ?? null,
      isYou: person.actorId === actor.id,
    })),
    invitations: invitations.map(({ id, data, createdBy, createdAt, expiresAt }) => ({
      id,
      ...(data as Invited),
      invitedBy: nameOf(createdBy),
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      isExpired: expiresAt <= clock.now(),
    })),
  };
}

/**
 * Gives a person another role, which counts at once. With a role that stops no runs, what they left running in
 * private is stopped. Throws `forbidden` for the only admin.
 */
export async function changeRole(
  services: StopParts,
  actor: Actor,
  { id, role }: { id: string; role: RoleName },
): Promise<PeopleView> {
  requireTeam(services);
  requireDone(await services.accounts.changeRole(id as ActorId, role, actor));
  services.door.forget();
  if (!('stop' in builtInRoles[role])) await services.stopPrivateRuns(id as ActorId, actor);
  return listPeople(services, actor);
}

/**
 * Removes a person, who is out at once. What they did stays theirs, and what they left running in private is
 * stopped. Throws `forbidden` for the only admin, and for oneself.
 */
export async function removePerson(
  services: StopParts,
  actor: Actor,
  { id }: { id: string },
): Promise<PeopleView> {
  requireTeam(services);
  if (id === actor.id) throw new AppError('forbidden', 'Ask another admin to remove you.');
  requireDone(await services.accounts.remove(id as ActorId, actor));
  services.door.forget();
  await services.stopPrivateRuns(id as ActorId, actor);
  return listPeople(services, actor);
}

/** Signs every browser of a person out, at once. */
export async function signOutPerson(
  services: ChangeParts,
  actor: Actor,
  { id }: { id: string },
): Promise<PeopleView> {
  requireTeam(services);
  if (!(await services.accounts.signOut(id as ActorId, actor))) throw noPerson();
  services.door.forget();
  return listPeople(services, actor);
}

/** Loads a person of the team. Throws `not_found`, also for an id that cannot be ours. */
export async function loadPerson({ accounts }: Pick<Services, 'accounts'>, id: string): Promise<Person> {
  const person = await accounts.find(id as ActorId);
  if (!person) throw noPerson();
  return person;
}

function requireDone(change: PersonChange): void {
  if (change === 'unknown') throw noPerson();
  if (change === 'not_allowed') throw new AppError('forbidden', 'You don’t have permission to do this.');
  if (change === 'last_admin')
    throw new AppError('forbidden', 'This is the only admin. Make someone else an admin first.');
}

const noPerson = () => new AppError('not_found', 'This person was removed or never existed.');
