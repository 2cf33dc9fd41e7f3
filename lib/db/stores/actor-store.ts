import { type Actor, systemActor } from '../../domain/actor';
import { AppError } from '../../shared/app-error';
import { isId } from '../../shared/ids';
import type { ActorStore } from '../ports/actor-store.port';
import type { Database } from '../ports/database';
import { DamagedFile } from '../ports/database-unavailable.port';
import type { Listed } from '../ports/listed.port';
import { keepRead } from '../rows/keep-read';
import { readPart, readRow } from '../rows/read-row';
import { seenBy } from '../rows/seen-by';
import { readRows, readWhole } from '../rows/sound-rows';
import { withCreator, withStarter } from '../rows/stored-rows';
import { writeUnlessTaken } from '../rows/write-unless-taken';

/** Another store changes people with this, so that nobody is known by an earlier name or role. */
export type ChangePeople = <Result>(write: () => Promise<Result>) => Promise<Result>;

export function createActorStore(database: Database): ActorStore & { changePeople: ChangePeople } {
  const { read } = database;
  const query = { orderBy: { id: 'asc' } } as const;
  // Every request asks who sent it, and every page shows names.
  const readAll = () => readRows(read, 'Actor', query, (row): Actor => readRow('Actor', row));
  const actors = keepRead(readAll, database.notices, 'people');
  return {
    async find(id) {
      const { items, damaged } = await actors.read();
      const damage = damaged.find((row) => row.id === id);
      if (damage) throw new AppError('damaged_data', damage.message);
      return items.find((actor) => actor.id === id) ?? null;
    },
    changePeople: actors.change,
    list: async () => (await actors.read().catch(nobodyIfDamaged)).items,
    async names() {
      const { items } = await actors.read().catch(nobodyIfDamaged);
      const names = new Map([systemActor, ...items].map(({ id, name }) => [id, name]));
      return (id) => names.get(id) ?? 'Someone';
    },
    seed: (actor, always = {}) =>
      actors.change(() =>
        writeUnlessTaken(database, async (transaction) => {
          const where = { id: actor.id };
          const existing = await transaction.actor.findUnique({ where, select: { id: true } });
          if (!existing) await transaction.actor.create({ data: { ...actor, ...always } });
          else if (Object.keys(always).length > 0) await transaction.actor.update({ where, data: always });
        }),
      ),
    async findOwner(id, reader) {
      const where = { id };
      if (isId('cnv', id)) {
        const seen = { AND: [where, seenBy(reader ?? null)] };
        const found = read.conversation.findFirst({ where: seen, select: { createdById: true } });
        const row = await readWhole('Conversation', where, found);
        return row && readPart('Conversation', withCreator, row, id).createdById;
      }
      if (!isId('run', id) && !isId('apr', id)) return null;
      const conversation = seenBy(reader ?? null);
      const ofRun = isId('run', id) ? where : { approvals: { some: where } };
      const query = { where: { ...ofRun, conversation }, select: { startedById: true } };
      const found = read.run.findFirst(query);
      const row = await readWhole('Run', where, found);
      return row && readPart('Run', withStarter, row, id).startedById;
    },
  };
}

/** A page without names is better than none. */
function nobodyIfDamaged(error: unknown): Listed<Actor> {
  if (error instanceof DamagedFile) return { items: [], damaged: [] };
  throw error;
}
