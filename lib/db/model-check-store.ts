import { partDamaged } from './damaged-row.port';
import type { Database } from './database';
import { mapSound, readOne } from './read-each';
import { readPart, storedRows } from './stored-rows';
import type { ModelCheckStore } from './stores.port';
import { writeUnlessTaken } from './write-unless-taken';

const key = 'model_checks';
const where = { key };
/** More models are not compared by hand. */
const maxChecks = 20;

/** One row for all: they are few, and read together. */
export function createModelCheckStore(database: Database): ModelCheckStore {
  const toChecks = (row: { valueJson: string } | null) => {
    // Checks that cannot be read can be made again.
    const sound = partDamaged(mapSound(row ? [row] : [], (one) => readPart('Setting', shape, one, key)));
    const [stored] = sound.items;
    return stored && 'checks' in stored.valueJson ? stored.valueJson.checks : [];
  };
  return {
    async list() {
      const row = await readOne('Setting', where, () => database.read.setting.findUnique({ where }));
      return toChecks(row);
    },
    keep: (check) =>
      writeUnlessTaken(database, async (transaction) => {
        const before = toChecks(await transaction.setting.findUnique({ where }));
        const others = before.filter(
          ({ baseUrl, model }) => baseUrl !== check.baseUrl || model !== check.model,
        );
        const valueJson = JSON.stringify({ checks: [check, ...others].slice(0, maxChecks) });
        const updatedAt = new Date();
        await transaction.setting.upsert({
          where,
          create: { key, valueJson, updatedAt },
          update: { valueJson, updatedAt },
        });
      }),
  };
}

const shape = storedRows.Setting.pick({ valueJson: true });
