import { type Actor, systemActor } from '../../domain/actor';
import type { Reader } from '../../domain/reader';
import { AppError } from '../../shared/app-error';
import type { Database } from '../ports/database';
import { fillIn } from '../ports/listed.port';
import type { PromptStore, StartHistory, SystemPrompt } from '../ports/stores.port';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { keepRead } from '../rows/keep-read';
import { describeDamage, readPart, readRow } from '../rows/read-row';
import { seenBy } from '../rows/seen-by';
import { orNull, readRows, readWhole } from '../rows/sound-rows';
import { withParameters } from '../rows/stored-rows';
import { writeUnlessTaken } from '../rows/write-unless-taken';

export function createPromptStore(database: Database): PromptStore {
  // Every start of a run and every list of workflows asks for the prompts.
  const prompts = keepRead(() => listPrompts(database), database.notices, 'prompts');
  return {
    list: prompts.read,
    async find(id) {
      const prompt = (await prompts.read()).find((known) => known.id === id);
      if (prompt?.damage) throw new AppError('damaged_data', prompt.damage);
      return prompt ? { id, version: prompt.version, text: prompt.text } : null;
    },
    addVersion: (id, text, actor) => prompts.change(() => addVersion(database, id, text, actor)),
    seed: (id, title, text) => prompts.change(() => seed(database, id, title, text)),
  };
}

async function listPrompts(database: Database): Promise<SystemPrompt[]> {
  const { read } = database;
  const query = { orderBy: { id: 'asc' } } as const;
  const { items, damaged } = await readRows(read, 'SystemPrompt', query, (row) =>
    readRow('SystemPrompt', row),
  );
  const sound = items.map(async ({ id, title }) => ({ ...(await findVersions(database, id)), title }));
  const prompts = fillIn({ items: sound, damaged }, async ({ id, message }) => ({
    ...(await findVersions(database, id)),
    title: id,
    damage: message,
  }));
  return Promise.all(prompts);
}

async function findVersions({ read }: Database, id: string): Promise<Omit<SystemPrompt, 'title'>> {
  const query = { where: { promptId: id }, orderBy: { version: 'desc' } } as const;
  const { items: versions, damaged } = await readRows(read, 'SystemPromptVersion', query, (row) => {
    const { version, text, createdAt, createdById } = readRow('SystemPromptVersion', row);
    return { version, text, createdAt, createdBy: createdById };
  });
  const [latest = { version: 0, text: '' }] = versions;
  const isMissing = versions.length === 0 && damaged.length === 0;
  const damage = isMissing ? describeDamage('SystemPrompt', id, 'its text is missing') : damaged[0]?.message;
  return { id, version: latest.version, text: latest.text, versions, damage: damage ?? null };
}

/** Prisma reads no greater number. */
const maxVersion = 2 ** 31 - 1;

function addVersion(database: Database, promptId: string, text: string, actor: Actor): Promise<boolean> {
  return writeUnlessTaken(database, async (transaction) => {
    const latest = await transaction.systemPromptVersion.findFirst({
      where: { promptId, version: { gte: 1, lt: maxVersion } },
      orderBy: { version: 'desc' },
      select: { version: true },
    });
    if (!latest) return false;
    const version = latest.version + 1;
    await transaction.systemPromptVersion.create({
      data: { promptId, version, text, createdById: actor.id, createdAt: new Date() },
    });
    const prompt = await orNull(
      transaction.systemPrompt.findUnique({ where: { id: promptId }, select: { title: true } }),
    );
    await appendAuditEntry(transaction, actor, {
      kind: 'prompt_changed',
      objectId: promptId,
      subject: prompt?.title ?? promptId,
      before: `version ${latest.version}`,
      after: `version ${version}`,
    });
    return true;
  });
}

function seed(database: Database, id: string, title: string, text: string): Promise<void> {
  return writeUnlessTaken(database, async (transaction) => {
    const existing = await transaction.systemPrompt.findUnique({ where: { id }, select: { id: true } });
    if (existing) return;
    await transaction.systemPrompt.create({ data: { id, title } });
    // The prompt's row may be lost while its versions are there.
    const versions = await transaction.systemPromptVersion.count({ where: { promptId: id } });
    if (versions > 0) return;
    await transaction.systemPromptVersion.create({
      data: { promptId: id, version: 1, text, createdById: systemActor.id, createdAt: new Date() },
    });
  });
}

/** Reads what `reader` started and still sees. Null is the server itself. */
export function createStartHistory({ read }: Database, reader: Reader | null = null): StartHistory {
  const conversation = { deletedAt: null, ...seenBy(reader) };
  const startedBy = reader ? { startedById: { in: [...reader.ids] } } : {};
  return {
    async lastStarts() {
      const latest = await orNull(
        readWhole(
          'Run',
          {},
          read.run.groupBy({
            by: ['workflowId'],
            where: { workflowId: { not: null }, conversation, ...startedBy },
            _max: { createdAt: true },
          }),
        ),
      );
      // The last starts are only a convenience, so they are not worth reading every run.
      if (!latest) return new Map();
      const lastRuns = latest
        .map(({ workflowId, _max: { createdAt } }) => ({ workflowId, createdAt: createdAt ?? new Date(0) }))
        .filter(({ createdAt }) => createdAt instanceof Date && !Number.isNaN(createdAt.getTime()));
      const select = { id: true, workflowId: true, createdAt: true, parametersJson: true } as const;
      const starts = await Promise.all(
        lastRuns.map((last) =>
          readRows(
            read,
            'Run',
            { where: { ...last, conversation, ...startedBy }, take: 1, select },
            (row) => {
              const { createdAt, parametersJson } = readPart('Run', withParameters, row);
              return [row.workflowId ?? '', { startedAt: createdAt, parameters: parametersJson }] as const;
            },
          ),
        ),
      );
      return new Map(starts.flatMap(({ items }) => items));
    },
  };
}
