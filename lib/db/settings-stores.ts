import { systemActor } from '../domain/actor';
import { createdBy } from './created-by';
import type { Database } from './database';
import type { Setting as SettingRow } from './generated/client';
import type { SecretBox } from './secret-box';
import { jsonObject, readColumn, storedModelSettings } from './stored-shapes';
import type {
  NewModelChoice,
  PromptStore,
  SettingStore,
  StartHistory,
  StoredModelSettings,
} from './stores.port';
import { writeUnlessTaken } from './write-unless-taken';

export function createPromptStore(database: Database): PromptStore {
  const { read } = database;
  return {
    async list() {
      const rows = await read.systemPrompt.findMany({
        orderBy: { id: 'asc' },
        include: { versions: { orderBy: { version: 'desc' } } },
      });
      return rows.flatMap((row) => {
        const [latest] = row.versions;
        if (!latest) return [];
        const versions = row.versions.map(({ version, text, createdAt, createdByName }) => ({
          version,
          text,
          createdAt,
          createdBy: createdByName,
        }));
        return [{ id: row.id, title: row.title, version: latest.version, text: latest.text, versions }];
      });
    },
    async find(id) {
      const row = await read.systemPromptVersion.findFirst({
        where: { promptId: id },
        orderBy: { version: 'desc' },
      });
      return row && { id, version: row.version, text: row.text };
    },
    addVersion: (id, text, actor) =>
      writeUnlessTaken(database, async (transaction) => {
        const latest = await transaction.systemPromptVersion.findFirst({
          where: { promptId: id },
          orderBy: { version: 'desc' },
        });
        if (!latest) return false;
        await transaction.systemPromptVersion.create({
          data: {
            promptId: id,
            version: latest.version + 1,
            text,
            ...createdBy(actor),
            createdAt: new Date(),
          },
        });
        return true;
      }),
    seed: (id, title, text) =>
      writeUnlessTaken(database, async (transaction) => {
        const existing = await transaction.systemPrompt.findUnique({ where: { id } });
        if (existing) return;
        await transaction.systemPrompt.create({ data: { id, title } });
        await transaction.systemPromptVersion.create({
          data: {
            promptId: id,
            version: 1,
            text,
            ...createdBy(systemActor),
            createdAt: new Date(),
          },
        });
      }),
  };
}

const modelKey = 'model';

/** Stores the API key sealed and everything else as it is. */
export function createSettingStore(database: Database, secrets: SecretBox): SettingStore {
  const { read, write } = database;
  // Every step asks for the settings, and only this server writes them. A read that a write overtook is not kept.
  let kept: { row: SettingRow | null } | null = null;
  let writes = 0;
  const findRow = async () => {
    if (kept) return kept.row;
    const writesBefore = writes;
    const row = await read.setting.findUnique({ where: { key: modelKey } });
    if (writes === writesBefore) kept = { row };
    return row;
  };
  const forgetRow = () => {
    writes += 1;
    kept = null;
  };
  const openKey = (sealed: string): string | null => {
    try {
      return secrets.open(sealed);
    } catch {
      return null;
    }
  };
  const storeModel = async (settings: NewModelChoice | null) => {
    if (settings === null) {
      await write((transaction) => transaction.setting.deleteMany({ where: { key: modelKey } }));
      return;
    }
    const hasNewKey = settings.baseUrl !== undefined && typeof settings.apiKey === 'string';
    if (hasNewKey) await secrets.ensureUsable();
    await writeUnlessTaken(database, async (transaction) => {
      const row = await transaction.setting.findUnique({ where: { key: modelKey } });
      const before = row && parseStored(row.valueJson);
      const updatedAt = new Date();
      const valueJson = JSON.stringify(toStored(settings, before, updatedAt, secrets));
      await transaction.setting.upsert({
        where: { key: modelKey },
        create: { key: modelKey, valueJson, updatedAt },
        update: { valueJson, updatedAt },
      });
    });
  };
  return {
    async readModel() {
      const row = await findRow();
      if (!row) return null;
      const stored = parseStored(row.valueJson);
      if (stored.baseUrl === undefined) return stored;
      const { baseUrl, model, apiKey: sealed, keySavedAt } = stored;
      const apiKey = sealed === null ? null : openKey(sealed);
      const isLost = sealed !== null && apiKey === null;
      const lostKey = isLost
        ? { problem: secrets.problem, keyFile: secrets.keyFile, savedAt: toDate(keySavedAt) ?? row.updatedAt }
        : null;
      return { provider: stored.provider, baseUrl, model, apiKey, lostKey };
    },
    async writeModel(settings) {
      try {
        await storeModel(settings);
      } finally {
        forgetRow();
      }
    },
  };
}

const parseStored = (valueJson: string): StoredModelSettings =>
  readColumn(storedModelSettings, 'Setting.valueJson', valueJson);

/** Without a new key, the old one stays sealed as it is: an older key file may still open it. */
function toStored(
  settings: NewModelChoice,
  before: StoredModelSettings | null,
  now: Date,
  secrets: SecretBox,
): StoredModelSettings {
  if (settings.baseUrl === undefined) return settings;
  const { provider, baseUrl, model, apiKey } = settings;
  if (apiKey === null) return { provider, baseUrl, model, apiKey };
  if (apiKey !== undefined) {
    return { provider, baseUrl, model, apiKey: secrets.seal(apiKey), keySavedAt: now.toISOString() };
  }
  const kept = before?.baseUrl !== undefined ? before : { apiKey: null };
  return { ...kept, provider, baseUrl, model };
}

const toDate = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

export function createStartHistory({ read }: Database): StartHistory {
  return {
    async lastStarts() {
      const latest = await read.run.groupBy({
        by: ['workflowId'],
        where: { workflowId: { not: null }, conversation: { deletedAt: null } },
        _max: { createdAt: true },
      });
      const rows = await Promise.all(
        latest.map(({ workflowId, _max }) =>
          read.run.findFirst({
            where: { workflowId, createdAt: _max.createdAt ?? new Date(0) },
            select: { workflowId: true, createdAt: true, parametersJson: true },
          }),
        ),
      );
      return new Map(
        rows.flatMap((row) =>
          row?.workflowId
            ? [
                [
                  row.workflowId,
                  {
                    startedAt: row.createdAt,
                    parameters: readColumn(jsonObject, 'Run.parametersJson', row.parametersJson),
                  },
                ] as const,
              ]
            : [],
        ),
      );
    },
  };
}
