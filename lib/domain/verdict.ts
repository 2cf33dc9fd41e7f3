/**
 * What policy says of one call: it may run, a person must be asked, or it is denied. Computed once from the
 * parsed parameters, stored with the call and never computed again on resume. Unknown means `ask`.
 */
export type Verdict = {
  decision: 'allow' | 'ask' | 'deny';
  risk: Risk;
  /** One sentence for a person: why it is asked, or why it is denied. */
  reason: string;
};

export type Risk = 'low' | 'medium' | 'high';
