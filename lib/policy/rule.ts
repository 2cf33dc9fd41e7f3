import type { Assessment } from '../domain/assessment';
import type { Verdict } from '../domain/verdict';
import type { ActorId } from '../shared/ids';

/** A rule may look at all of this, and at nothing else. */
export type AssessedCall = {
  tool: string;
  assessment: Assessment;
  /** Null means that a message started the run, and no workflow. */
  workflowId: string | null;
  /** This person started the run. */
  startedBy: ActorId;
  /** The run's workflow lists the tool. */
  isListed: boolean;
  /** A person refused exactly this call earlier in the run. */
  wasRefused: boolean;
};

/** A rule is one row of a rule set: a condition and its verdict. */
export type Rule = {
  /** Verdicts keep this name, so a rule never gets the name of another one. */
  id: string;
  /** docs/policy.md shows the condition in these words. */
  when: string;
  /**
   * Must be pure. The paths in the call are in NFC, so compare them with names in NFC. A rule that throws
   * counts as one that applies: it asks, with a high risk.
   */
  applies(call: AssessedCall): boolean;
  decision: Verdict['decision'];
  /** This many different people must approve when the decision is `ask`. The default is 1. */
  signatures?: number;
  /** The verdict's risk is at least this, whichever rule decides. */
  minimumRisk: Verdict['risk'];
  /**
   * Gives the verdict's reason in one or two sentences. A person sees it, and the model gets it after a
   * denial. It is pure.
   */
  reason(assessment: Assessment): string;
};
