import { type Actor, systemActor } from '../domain/actor';
import { createdBy } from './created-by';
import type { Database } from './database';
import { keepRead } from './keep-read';
import type { SecretBox } from './secret-box';
import { jsonObject, readColumn, storedModelSettings } from './stored-shapes';
import type {
  NewModelChoice,
  PromptStore,
  SettingStore,
  StartHistory,
  StoredModelSettings,
  SystemPrompt,
} from './stores.port';
import { writeUnlessTaken } from './write-unless-taken';

export function createPromptStore(database: Database): PromptStore {
  // Every start of a run and every list of workflows asks for the prompts.
  const prompts = keepRead(() => listPrompts(database));
  return {
    list: prompts.rows,
    async find(id) {
      const prompt = (await prompts.rows()).find((known) => known.id === id);
      return prompt ? { id, version: prompt.version, text: prompt.text } : null;
    },
    addVersion: (id, text, actor) => prompts.change(() => addVersion(database, id, text, actor)),
    seed: (id, title, text) => prompts.change(() => seed(database, id, title, text)),
  };
}

async function listPrompts({ read }: Database): Promise<SystemPrompt[]> {
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
}

function addVersion(database: Database, promptId: string, text: string, actor: Actor): Promise<boolean> {
  return writeUnlessTaken(database, async (transaction) => {
    const latest = await transaction.systemPromptVersion.findFirst({
      where: { promptId },
      orderBy: { version: 'desc' },
    });
    if (!latest) return false;
    const version = latest.version + 1;
    await transaction.systemPromptVersion.create({
      data: { promptId, version, text, ...createdBy(actor), createdAt: new Date() },
    });
    return true;
  });
}

function seed(database: Database, id: string, title: string, text: string): Promise<void> {
  return writeUnlessTaken(database, async (transaction) => {
    const existing = await transaction.systemPrompt.findUnique({ where: { id } });
    if (existing) return;
    await transaction.systemPrompt.create({ data: { id, title } });
    await transaction.systemPromptVersion.create({
      data: { promptId: id, version: 1, text, ...createdBy(systemActor), createdAt: new Date() },
    });
  });
}

const modelKey = 'model';

/** Stores the API key sealed and everything else as it is. */
export function createSettingStore(database: Database, secrets: SecretBox): SettingStore {
  const { read, write } = database;
  const kept = keepRead(() => read.setting.findUnique({ where: { key: modelKey } }));
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
      const row = await kept.rows();
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
    writeModel: (settings) => kept.change(() => storeModel(settings)),
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
