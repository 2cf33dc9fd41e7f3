/**
 * Describes the policy's decision on one call. Only `lib/policy` makes a verdict, from the call's assessment.
 * The call keeps it, and a resume never computes it again.
 */
export type Verdict =
  | { decision: 'allow' | 'deny'; risk: Risk; reason: string }
  | {
      decision: 'ask';
      risk: Risk;
      reason: string;
      /** This many different people must approve: at least 1. */
      signatures: number;
    };

export type Risk = 'low' | 'medium' | 'high';
