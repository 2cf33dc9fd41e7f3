import type { Signers } from './signers';

/** Holds what a workflow's file or the settings add to the rules, which alone ask for `byRules` signatures. */
export type NarrowedSigners = Pick<Signers, 'role' | 'notRequester'> & { byRules: number };

/**
 * Describes the policy's decision on one call. Only `lib/policy` makes a verdict, from the call's assessment.
 * The call keeps it, and a resume never computes it again.
 */
export type Verdict = {
  /** Names the rule that decided. Null means that no rule applied, or that an older version judged the call. */
  ruleId: string | null;
  risk: Risk;
  reason: string;
} & (
  | { decision: 'allow' | 'deny' }
  /** `signatures` different people must approve: at least 1. `signers` says who they may be, beside their roles. */
  | { decision: 'ask'; signatures: number; signers?: NarrowedSigners | undefined }
);

/** Lists the risks from the lowest on. */
export const risks = ['low', 'medium', 'high'] as const;
export type Risk = (typeof risks)[number];

/** Returns the highest of these risks. Nothing known is a high risk. */
export function highestRisk(found: readonly Risk[]): Risk {
  return risks.findLast((risk) => found.includes(risk)) ?? 'high';
}
