/**
 * The policy's decision on one call. Computed once from the call's assessment, stored with the call, and never computed
 * again on resume. `lib/policy` is the only author.
 */
export type Verdict =
  | { decision: 'allow' | 'deny'; risk: Risk; reason: string }
  | {
      decision: 'ask';
      risk: Risk;
      reason: string;
      /** How many different people must approve. At least 1. */
      signatures: number;
    };

export type Risk = 'low' | 'medium' | 'high';
