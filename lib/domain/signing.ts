/** Says who signs a call of high risk, beside what roles, rules and workflow files say. */
export const highRiskSigners = ['approver', 'other_approver'] as const;

/** `other_approver` is someone who did not start the run. */
export type SigningSetting = { highRisk: (typeof highRiskSigners)[number] };

/** Counts until someone changes the setting. */
export const defaultSigning: SigningSetting = { highRisk: 'approver' };
/** Counts while the setting cannot be read, because it asks for more. */
export const strictestSigning: SigningSetting = { highRisk: 'other_approver' };
