import { isSameSettings } from '../../contracts/checked-settings';
import { systemActor } from '../../domain/actor';
import { type ModelAddress, schemaUseOf } from '../../domain/model-check';
import type { ActorId } from '../../shared/ids';
import type { Database } from '../ports/database';
import type { ModelCheck, ModelCheckStore } from '../ports/model-stores.port';
import { keepRead } from '../rows/keep-read';
import { readPart } from '../rows/read-row';
import { type Client, readRows } from '../rows/sound-rows';
import { storedRows } from '../rows/stored-rows';
import type { StoredModelChecks } from '../rows/stored-settings';
import { writeSetting } from '../rows/write-setting';
import { writeUnlessTaken } from '../rows/write-unless-taken';

const key = 'model_checks';
const where = { key };
/** Nobody compares more models by hand. */
const maxChecks = 20;
const maxRefusals = 100;

/** Keeps all checks in one row, because they are few and read together. */
export function createModelCheckStore(database: Database): ModelCheckStore {
  // Each request to a model asks how its server takes a schema.
  const stored = keepRead(() => readChecks(database.read), database.notices, key);
  const change = (by: ActorId, next: (before: StoredModelChecks) => StoredModelChecks) =>
    stored.change(() =>
      writeUnlessTaken(database, async (transaction) => {
        await writeSetting(transaction, key, next(await readChecks(transaction)), by);
      }),
    );
  return {
    list: async () => (await stored.read()).checks,
    keep: (check, actor) =>
      change(actor.id, ({ checks, refusals }) => ({
        checks: [check, ...checks.filter((one) => !isReplaced(one, check))].slice(0, maxChecks),
        refusals: refusals.filter(isOther(check)),
      })),
    async findSchemaUse(model) {
      const { checks, refusals } = await stored.read();
      if (refusals.some(isSame(model))) return 'never';
      return schemaUseOf(checks.find(isSame(model))?.structure ?? null);
    },
    async hideOlderValues() {
      const text = ({ valueJson }: { valueJson: string }) => valueJson;
      const { items } = await readRows(database.read, 'Setting', { where }, text);
      const stored = JSON.stringify(await readChecks(database.read));
      if (items.some((valueJson) => valueJson !== stored)) await change(systemActor.id, (checks) => checks);
    },
    noteSchemaRefused: ({ baseUrl, model }) =>
      change(systemActor.id, ({ checks, refusals }) => ({
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
async function readChecks(client: Client<'Setting'>): Promise<StoredModelChecks> {
  const { items } = await readRows(client, 'Setting', { where }, (row) => readPart('Setting', shape, row));
  const found = items[0]?.valueJson;
  return found && 'checks' in found ? found : { checks: [], refusals: [] };
}
