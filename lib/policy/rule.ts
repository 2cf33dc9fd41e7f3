import type { Assessment } from '../domain/assessment';
import type { Verdict } from '../domain/verdict';

/** Everything that a rule may look at. */
export type AssessedCall = {
  assessment: Assessment;
  /** The run's workflow lists the tool. */
  isListed: boolean;
  /** A person refused exactly this call earlier in the run. */
  wasRefused: boolean;
};

/** One row of a rule set: a condition and its verdict. */
export type Rule = {
  /** The condition in words, for docs/policy.md. */
  when: string;
  /** Pure. A rule that throws applies, and asks as a high risk. */
  applies(call: AssessedCall): boolean;
  decision: Verdict['decision'];
  /** How many different people must approve when the decision is `ask`. Default 1. */
  signatures?: number;
  /** The verdict's risk is at least this, whichever rule decides. */
  minimumRisk: Verdict['risk'];
  /** The verdict's reason: one sentence or two, shown to a person, and to the model after a denial. Pure. */
  reason(assessment: Assessment): string;
};
