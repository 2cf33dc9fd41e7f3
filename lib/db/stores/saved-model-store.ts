import type { NameValue } from '../../contracts/model-server-extras';
import { type Actor, systemActor } from '../../domain/actor';
import type { AuditedChange } from '../../domain/audit-entry';
import type { Setting as SettingRow } from '../generated/client';
import type { Database } from '../ports/database';
import type {
  ModelToSave,
  SavedModel,
  SavedModels,
  SettingStore,
  StoredModel,
  StoredModels,
} from '../ports/model-stores.port';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { keepRead } from '../rows/keep-read';
import { readPart, refuseRow } from '../rows/read-row';
import { type Client, readRows } from '../rows/sound-rows';
import { storedRows } from '../rows/stored-rows';
import { writeSetting } from '../rows/write-setting';
import { writeUnlessTaken } from '../rows/write-unless-taken';
import { addedModel, changedModel, chosenDefault, removedModel } from './audited-models';
import type { SecretBox } from './secret-box';

const key = 'model';
const where = { key };
/** Builds before lists of models stored one model without an id. This is its id. */
const firstId = 'mdl_first';

/**
 * Keeps all models in one row, so that the list and its default always belong together. It seals secrets and
 * stores everything else as it is.
 */
export function createSettingStore(database: Database, secrets: SecretBox): SettingStore {
  // Each request to a model asks for its server's key.
  const kept = keepRead(
    async (): Promise<SavedModels> => {
      const { models, defaultId, damage } = await readStored(database.read);
      return { models: models.map((model) => open(model, secrets)), defaultId, damage };
    },
    database.notices,
    key,
  );
  /** Tells whether something changed. When `next` returns null, nothing changes. */
  const change = (actor: Actor, next: (before: StoredModels) => Change | null) =>
    kept.change(() =>
      writeUnlessTaken(database, async (transaction) => {
        // The new value replaces settings that cannot be read.
        const { damage: _, ...before } = await readStored(transaction);
        const changed = next({ ...before, models: before.models.map((model) => sealQuery(model, secrets)) });
        if (!changed) return false;
        const { audited, ...stored } = changed;
        await writeSetting(transaction, key, stored, actor.id);
        for (const one of audited) await appendAuditEntry(transaction, actor, one);
        return true;
      }),
    );
  return {
    readModels: kept.read,
    async saveModel(model, actor, { isDefault = false, check = () => {} } = {}) {
      const hasNewSecret =
        typeof model.apiKey === 'string' || pairsOf(model).some(({ value }) => value !== null);
      if (hasNewSecret) await secrets.ensureUsable();
      await change(actor, ({ models, defaultId }) => {
        check(models);
        const before = models.find(({ id }) => id === model.id) ?? null;
        const sealed = seal(model, before, new Date(), secrets);
        const isChosen = isDefault && defaultId !== model.id;
        return {
          models: before ? models.map((one) => (one === before ? sealed : one)) : [...models, sealed],
          defaultId: isDefault ? model.id : defaultId,
          audited: [
            ...(before ? changedModel(before, sealed) : [addedModel(sealed)]),
            ...(isChosen ? [chosenDefault(model.id, [sealed])] : []),
          ],
        };
      });
    },
    removeModel: (id, actor) =>
      change(actor, ({ models, defaultId }) => {
        const removed = models.find((model) => model.id === id);
        if (!removed) return null;
        return {
          models: models.filter((model) => model !== removed),
          defaultId: defaultId === id ? null : defaultId,
          audited: [removedModel(removed)],
        };
      }),
    async hideOlderValues() {
      if (secrets.problem !== null) return;
      const { models } = await readStored(database.read);
      if (models.some(({ isQuerySealed }) => !isQuerySealed))
        await change(systemActor, (sealed) => ({ ...sealed, audited: [] }));
    },
    async chooseModel(id, actor) {
      await change(actor, ({ models, defaultId }) => ({
        models,
        defaultId: id,
        audited: id === defaultId ? [] : [chosenDefault(id, models)],
      }));
    },
  };
}

type Change = StoredModels & { audited: readonly AuditedChange[] };

const nothing: StoredModels = { models: [], defaultId: null };

async function readStored(client: Client<'Setting'>): Promise<StoredModels & Pick<SavedModels, 'damage'>> {
  const { items, damaged } = await readRows(client, 'Setting', { where }, toStoredModels);
  return { ...(items[0] ?? nothing), damage: damaged[0]?.message ?? null };
}

const storedValue = storedRows.Setting.pick({ valueJson: true });

function toStoredModels(row: SettingRow): StoredModels {
  const { valueJson } = readPart('Setting', storedValue, row);
  if ('models' in valueJson) return valueJson;
  if ('highRisk' in valueJson) return refuseRow('Setting', row.key, 'it says who signs');
  if ('ownerToken' in valueJson) return refuseRow('Setting', row.key, 'it is about the owner’s token');
  if ('checks' in valueJson) return refuseRow('Setting', row.key, 'it holds checks of models');
  if (!('provider' in valueJson)) return refuseRow('Setting', row.key, 'it is about something else');
  const { provider, baseUrl } = valueJson;
  if (baseUrl === undefined) return { models: [], defaultId: provider };
  const { model, apiKey, keySavedAt } = valueJson;
  const secretsSavedAt = keySavedAt ?? row.updatedAt.toISOString();
  const first = { id: firstId, name: null, provider, baseUrl, model, apiKey, secretsSavedAt };
  return {
    models: [{ ...first, headers: [], query: [], isQuerySealed: true, tuning: {} }],
    defaultId: firstId,
  };
}

/**
 * Seals new secrets. Without a new secret, the old one stays sealed as it is, because an older key file may
 * still open it.
 */
function seal(model: ModelToSave, before: StoredModel | null, now: Date, secrets: SecretBox): StoredModel {
  const { apiKey, ...facts } = model;
  const sealPairs = (kind: 'headers' | 'query') =>
    model[kind].flatMap(({ name, value }) => {
      const stored = before?.[kind].find((pair) => pair.name.toLowerCase() === name.toLowerCase());
      const sealed = value === null ? stored?.value : secrets.seal(value);
      return sealed === undefined ? [] : [{ name, value: sealed }];
    });
  const isNew = typeof apiKey === 'string' || pairsOf(model).some(({ value }) => value !== null);
  return {
    ...facts,
    apiKey: apiKey === undefined ? (before?.apiKey ?? null) : apiKey && secrets.seal(apiKey),
    headers: sealPairs('headers'),
    query: sealPairs('query'),
    isQuerySealed: true,
    secretsSavedAt: before && !isNew ? before.secretsSavedAt : now.toISOString(),
  };
}

const pairsOf = ({ headers, query }: Pick<ModelToSave, 'headers' | 'query'>) => [...headers, ...query];

/**
 * Seals the query that an older build stored in clear text. Without a usable key file, the query stays as it
 * is.
 */
function sealQuery(model: StoredModel, secrets: SecretBox): StoredModel {
  if (model.isQuerySealed || secrets.problem !== null) return model;
  const query = model.query.map(({ name, value }) => ({ name, value: secrets.seal(value) }));
  return { ...model, query, isQuerySealed: true };
}

function open({ secretsSavedAt, isQuerySealed, ...stored }: StoredModel, secrets: SecretBox): SavedModel {
  const openOne = (sealed: string): string | null => {
    try {
      return secrets.open(sealed);
    } catch {
      return null;
    }
  };
  const apiKey = stored.apiKey === null ? null : openOne(stored.apiKey);
  const openPairs = (pairs: readonly NameValue[]) =>
    pairs.map(({ name, value }) => ({ name, value: openOne(value) }));
  const headers = openPairs(stored.headers);
  const query = isQuerySealed ? openPairs(stored.query) : stored.query;
  const isLost =
    (stored.apiKey !== null && apiKey === null) ||
    pairsOf({ headers, query }).some(({ value }) => value === null);
  const { problem, keyFile } = secrets;
  return {
    ...stored,
    apiKey,
    headers,
    query,
    lostKey: isLost ? { problem, keyFile, savedAt: new Date(secretsSavedAt) } : null,
  };
}
