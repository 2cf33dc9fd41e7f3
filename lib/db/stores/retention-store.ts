import { defaultRetention, type RetentionSetting } from '../../domain/retention';
import { countOf } from '../../shared/quantities';
import type { Database } from '../ports/database';
import type { RetentionStore } from '../ports/retention-store.port';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { readPart, refuseRow } from '../rows/read-row';
import { type Client, readRows } from '../rows/sound-rows';
import { storedRows } from '../rows/stored-rows';
import { writeSetting } from '../rows/write-setting';
import { writeUnlessTaken } from '../rows/write-unless-taken';
import { purgeBegunAt } from './purge-conversation';

const key = 'retention';

export function createRetentionStore(database: Database): RetentionStore {
  const { read, write } = database;
  return {
    read: () => readRetention(read),
    change: (setting, actor) =>
      writeUnlessTaken(database, async (transaction) => {
        const before = await readRetention(transaction);
        await writeSetting(transaction, key, setting, actor.id);
        if (before.keepDays === setting.keepDays) return;
        await appendAuditEntry(transaction, actor, {
          kind: 'retention_changed',
          objectId: null,
          subject: '',
          before: describe(before),
          after: describe(setting),
        });
      }),
    countPast: (before) => read.conversation.count({ where: isPast(before) }),
    async beginRemoval(before, limit, actor) {
      // Outside of the transaction, so that it meets no run that works on another conversation.
      const query = {
        where: isPast(before),
        orderBy: [{ updatedAt: 'asc' as const }, { id: 'asc' as const }],
        select: { id: true },
        take: limit,
      };
      const { items: ids } = await readRows(read, 'Conversation', query, ({ id }) => id);
      if (ids.length === 0) return 0;
      return write(async (transaction) => {
        const where = { ...isPast(before), id: { in: ids } };
        const { count } = await transaction.conversation.updateMany({
          where,
          data: { deletedAt: purgeBegunAt },
        });
        const change = { kind: 'conversations_expired', objectId: null } as const;
        if (count > 0)
          await appendAuditEntry(transaction, actor, { ...change, subject: countOf(count, 'conversation') });
        return count;
      });
    },
  };
}

/** An active run, also one that waits for a person, keeps its conversation. */
const isPast = (before: Date) => ({ updatedAt: { lt: before }, activeRunId: null, deletedAt: null });

const describe = ({ keepDays }: RetentionSetting) =>
  keepDays === null
    ? 'conversations are kept for ever'
    : `conversations are kept for ${countOf(keepDays, 'day')}`;

async function readRetention(client: Client<'Setting'>): Promise<RetentionSetting> {
  const { items } = await readRows(client, 'Setting', { where: { key } }, (row) => {
    const { valueJson } = readPart('Setting', storedValue, row);
    return 'keepDays' in valueJson
      ? valueJson
      : refuseRow('Setting', key, 'it does not say how long conversations are kept');
  });
  return items[0] ?? defaultRetention;
}

const storedValue = storedRows.Setting.pick({ valueJson: true });
