import { defaultSigning, type SigningSetting, strictestSigning } from '../../domain/signing';
import type { Database } from '../ports/database';
import type { RuleStore } from '../ports/stores.port';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { keepRead } from '../rows/keep-read';
import { readPart, readRow, refuseRow } from '../rows/read-row';
import { type Client, readRows, siftRows } from '../rows/sound-rows';
import { storedRows } from '../rows/stored-rows';
import { writeSetting } from '../rows/write-setting';
import { writeUnlessTaken } from '../rows/write-unless-taken';

const key = 'signing';
const where = { key };

export function createRuleStore(database: Database): RuleStore {
  // Each call of a run asks who signs it.
  const signing = keepRead(() => readSigning(database.read), database.notices, key);
  return {
    async list() {
      const rows = await database.runReads.listRules();
      return siftRows(rows.filter(mayCount), (row) => {
        const { conditionJson: condition, ...rule } = readRow('Rule', row);
        const { id, decision, signatures, minimumRisk, reason } = rule;
        return { id, condition, decision, signatures, minimumRisk, reason };
      });
    },
    signing: signing.read,
    changeSigning: (setting, actor) =>
      signing.change(() =>
        writeUnlessTaken(database, async (transaction) => {
          const before = await readSigning(transaction);
          await writeSetting(transaction, key, setting, actor.id);
          if (before.highRisk === setting.highRisk) return;
          await appendAuditEntry(transaction, actor, {
            kind: 'signing_changed',
            objectId: null,
            subject: '',
            before: describe(before),
            after: describe(setting),
          });
        }),
      ),
  };
}

const describe = ({ highRisk }: SigningSetting) =>
  highRisk === 'approver'
    ? 'an approver signs a high risk'
    : 'an approver who did not start the run signs a high risk';

async function readSigning(client: Client<'Setting'>): Promise<SigningSetting> {
  const { items, damaged } = await readRows(client, 'Setting', { where }, (row) => {
    const { valueJson } = readPart('Setting', storedValue, row);
    return 'highRisk' in valueJson ? valueJson : refuseRow('Setting', key, 'it does not say who signs');
  });
  return damaged.length > 0 ? strictestSigning : (items[0] ?? defaultSigning);
}

const storedValue = storedRows.Setting.pick({ valueJson: true });

/** A rule has ended at a time that can be read, and at no other value. */
function mayCount({ revokedAt }: { revokedAt: Date | null }): boolean {
  return !(revokedAt instanceof Date) || Number.isNaN(revokedAt.getTime());
}
