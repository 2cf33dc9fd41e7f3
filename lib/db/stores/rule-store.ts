import type { Database } from '../ports/database';
import type { RuleStore } from '../ports/stores.port';
import { readRow } from '../rows/read-row';
import { siftRows } from '../rows/sound-rows';

export function createRuleStore({ runReads }: Pick<Database, 'runReads'>): RuleStore {
  return {
    async list() {
      const rows = await runReads.listRules();
      return siftRows(rows.filter(mayCount), (row) => {
        const { conditionJson: condition, ...rule } = readRow('Rule', row);
        const { id, decision, signatures, minimumRisk, reason } = rule;
        return { id, condition, decision, signatures, minimumRisk, reason };
      });
    },
  };
}

/** A rule has ended at a time that can be read, and at no other value. */
function mayCount({ revokedAt }: { revokedAt: Date | null }): boolean {
  return !(revokedAt instanceof Date) || Number.isNaN(revokedAt.getTime());
}
