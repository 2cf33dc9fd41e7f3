import type { Rule as RuleRow } from '../generated/client';

/** Returns a row of a rule that allows a tool. */
export function storedRule(change: Partial<RuleRow>): RuleRow {
  return {
    id: 'rul_sample',
    conditionJson: '{"tool":"write_file"}',
    decision: 'allow',
    signatures: 1,
    minimumRisk: 'low',
    reason: 'We agreed on it.',
    createdById: 'usr_local',
    createdAt: new Date(),
    revokedAt: null,
    ...change,
  };
}
