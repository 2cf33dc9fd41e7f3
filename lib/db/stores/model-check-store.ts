import { type ModelAddress, type ModelCheck, schemaUseOf } from '../../domain/model-check';
import { isSameSettings } from '../../shared/checked-settings';
import { type DamagedRow, orDamage, partDamaged } from '../ports/damaged-row.port';
import type { Database } from '../ports/database';
import type { ModelCheckStore } from '../ports/model-stores.port';
import { keepRead } from '../rows/keep-read';
import { mapSound } from '../rows/read-each';
import { readPart } from '../rows/read-row';
import { readSetting } from '../rows/read-setting';
import { storedRows } from '../rows/stored-rows';
import type { StoredModelChecks } from '../rows/stored-settings';
import { writeUnlessTaken } from '../rows/write-unless-taken';

const key = 'model_checks';
const where = { key };
/** Nobody compares more models by hand. */
const maxChecks = 20;
const maxRefusals = 100;

/** Keeps all checks in one row, because they are few and read together. */
export function createModelCheckStore(database: Database): ModelCheckStore {
  // Each request to a model asks how its server takes a schema.
  const stored = keepRead(async () => toStored(await orDamage(readSetting(database.read, key))));
  const change = (next: (before: StoredModelChecks) => StoredModelChecks) =>
    stored.change(() =>
      writeUnlessTaken(database, async (transaction) => {
        const before = toStored(await orDamage(readSetting(transaction, key)));
        const valueJson = JSON.stringify(next(before));
        const updatedAt = new Date();
        await transaction.setting.upsert({
          where,
          create: { key, valueJson, updatedAt },
          update: { valueJson, updatedAt },
        });
      }),
    );
  return {
    list: async () => (await stored.read()).checks,
    keep: (check) =>
      change(({ checks, refusals }) => ({
        checks: [check, ...checks.filter((one) => !isReplaced(one, check))].slice(0, maxChecks),
        refusals: refusals.filter(isOther(check)),
      })),
    async findSchemaUse(model) {
      const { checks, refusals } = await stored.read();
      if (refusals.some(isSame(model))) return 'never';
      return schemaUseOf(checks.find(isSame(model))?.structure ?? null);
    },
    async hideOlderValues() {
      const row = await readSetting(database.read, key);
      if (row && row.valueJson !== JSON.stringify(toStored(row))) await change((checks) => checks);
    },
    noteSchemaRefused: ({ baseUrl, model }) =>
      change(({ checks, refusals }) => ({
        checks,
        refusals: [{ baseUrl, model }, ...refusals.filter(isOther({ baseUrl, model }))].slice(0, maxRefusals),
      })),
  };
}

const isReplaced = (old: ModelCheck, by: ModelCheck): boolean =>
  isSame(by)(old) && (!old.settings || !by.settings || isSameSettings(old.settings, by.settings));

const isSame = (one: ModelAddress) => (other: ModelAddress) =>
  one.baseUrl === other.baseUrl && one.model === other.model;
const isOther = (one: ModelAddress) => (other: ModelAddress) => !isSame(one)(other);

const shape = storedRows.Setting.pick({ valueJson: true });

/** Drops checks that cannot be read: a person can make them again. */
function toStored(row: { valueJson: string } | DamagedRow | null): StoredModelChecks {
  const sound = partDamaged(mapSound(row ? [row] : [], (one) => readPart('Setting', shape, one, key)));
  const [found] = sound.items;
  return found && 'checks' in found.valueJson ? found.valueJson : { checks: [], refusals: [] };
}
