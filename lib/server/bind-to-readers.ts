import type { Database } from '../db/ports/database';
import { createSeenStores } from '../db/stores/create-seen-stores';
import type { Gate } from '../http/admit';
import { toReader } from '../policy/to-reader';
import { isId } from '../shared/ids';
import type { Services } from '../use-cases/services';

/**
 * Gives each request the services of its actor. `services` see everything, and `folder` is the workspace of every
 * thing that has an owner.
 */
export function bindToReaders(
  database: Database,
  services: Services,
  folder: string,
): Pick<Gate<Services>, 'servicesFor' | 'findOwned' | 'sees'> {
  return {
    servicesFor: (actor) => ({ ...services, ...createSeenStores(database, services.runs, toReader(actor)) }),
    async findOwned(id, actor) {
      const ownerId = await services.actors.findOwner(id, toReader(actor));
      return ownerId && { ownerId, folder };
    },
    // Only runs have streams.
    sees: async (actor, id) =>
      !isId('run', id) || createSeenStores(database, services.runs, toReader(actor)).runs.isSeen(id),
  };
}
