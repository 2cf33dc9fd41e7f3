import type { ActorId } from '../shared/ids';
import type { Risk, Verdict } from './verdict';

/** A rule that people added to the built-in ones. It is plain data: `lib/policy` says what it means. */
export type AddedRule = {
  id: string;
  /** The rule applies to calls that match each of these. What is missing matches every call. */
  condition: {
    tool?: string | undefined;
    workflowId?: string | undefined;
    startedBy?: ActorId | undefined;
  };
  decision: Verdict['decision'];
  signatures: number;
  minimumRisk: Risk;
  /** Tells a person, and after a denial the model, why the rule is there. */
  reason: string;
};

/** `damaged` names rules that cannot be read. */
export type AddedRules = { items: readonly AddedRule[]; damaged: readonly { id: string }[] };
