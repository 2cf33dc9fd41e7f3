import type { Database } from '../db/ports/database';
import { isSeenPlace } from '../db/rows/seen-by';
import { createSeenStores } from '../db/stores/create-seen-stores';
import { type Actor, namesakesOf } from '../domain/actor';
import type { Reader } from '../domain/reader';
import { isMember } from '../domain/workspace';
import type { Gate } from '../http/admit';
import { toReader } from '../policy/to-reader';
import { isId } from '../shared/ids';
import type { Services } from '../use-cases/services';
import { narrowWorkspaces } from '../use-cases/workspaces';

/** Gives each request the services of its actor. `services` see everything. */
export function bindToReaders(
  database: Database,
  services: Services,
): Pick<Gate<Services>, 'servicesFor' | 'findOwned' | 'sees'> {
  const findReader = async (actor: Actor) => toReader(actor, await findOpenWorkspaces(services, actor));
  return {
    async servicesFor(actor) {
      const reader = await findReader(actor);
      return {
        ...services,
        ...createSeenStores(database, services.runs, reader),
        workspaces: narrowWorkspaces(services.workspaces, reader.workspaces?.open ?? null),
      };
    },
    async findOwned(id, actor) {
      const ownerId = await services.actors.findOwner(id, await findReader(actor));
      return ownerId && { ownerId };
    },
    // Only runs have streams.
    async sees(actor, id) {
      if (!isId('run', id)) return true;
      return isSeenPlace(await findReader(actor), await database.runReads.findPlace(id));
    },
  };
}

/**
 * Says which workspaces the actor is in, by the address of the account. Without accounts there is only one person,
 * who reads everything.
 */
async function findOpenWorkspaces(
  { workspaces, accounts, installation }: Pick<Services, 'workspaces' | 'accounts' | 'installation'>,
  actor: Actor,
): Promise<Reader['workspaces']> {
  if (installation.profile === 'local') return null;
  const all = workspaces.list();
  const configured = all.map(({ id }) => id);
  if (all.every(({ people }) => people === 'everyone')) return { open: configured, configured };
  const people = await Promise.all(namesakesOf(actor.id).map((id) => accounts.find(id)));
  const email = people.find((person) => person !== null)?.email ?? null;
  return { open: all.flatMap((one) => (isMember(one, email) ? [one.id] : [])), configured };
}
