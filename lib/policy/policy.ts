import { systemActor } from '../domain/actor';
import type { AddedRules } from '../domain/added-rule';
import { type Assessment, type Effect, unknownAssessment } from '../domain/assessment';
import { highestRisk, type Verdict } from '../domain/verdict';
import { toOneForm } from '../shared/name-forms';
import { combine, toRules } from './added-rules';
import { builtInRules } from './built-in-rules';
import type { AssessedCall, Rule } from './rule';

/** Decides who must agree before a call runs. It is pure: the same call gets the same verdict. */
export type Policy = {
  /** `added` are the rules that people added, as they are at this moment. Never throws. */
  judge(call: AssessedCall, added: AddedRules): Verdict;
  /**
   * Tells whether a person is asked about calls with this effect, when nothing else speaks for or against
   * them, such as a rule that people added.
   */
  asksAbout(effect: Effect): boolean;
};

export type PolicySettings = {
  /** The first of these that applies decides, before people's own rules. The default is `builtInRules`. */
  rules?: readonly Rule[];
  /** Gets every exception of a rule and must not throw. By default, nothing happens. */
  onUnexpected?: (error: unknown) => void;
};

/**
 * Lets the first rule that applies decide, then what people added (`combine`). The risk is the highest of the
 * tool's estimate and the minimum of every rule that applies. It denies a call that no rule covers.
 */
export function createPolicy({ rules = builtInRules, onUnexpected = () => {} }: PolicySettings = {}): Policy {
  const apply = (some: readonly Rule[], call: AssessedCall) =>
    some.flatMap((rule) => applyRule(rule, call, onUnexpected) ?? []);
  const judge = (call: AssessedCall, added: AddedRules): Verdict => {
    const byCode = apply(rules, call);
    const byPeople = apply(toRules(added), call);
    const [first = noRule] = byCode;
    const deciding = combine(first, byPeople, first.ruleId === rules.at(-1)?.id);
    const risk = highestRisk([
      call.assessment.risk,
      deciding.risk,
      ...[...byCode, ...byPeople].map((one) => one.risk),
    ]);
    return { ...deciding, risk };
  };
  return {
    judge,
    asksAbout: (effect) =>
      judge({ ...plainCall, assessment: { ...plainAssessment, effect } }, noneAdded).decision === 'ask',
  };
}

function applyRule(rule: Rule, call: AssessedCall, onUnexpected: (error: unknown) => void): Verdict | null {
  const { id: ruleId, decision, minimumRisk: risk, signatures = 1 } = rule;
  try {
    const seen = inOneForm(call);
    if (!rule.applies(seen)) return null;
    const reason = rule.reason(seen.assessment);
    return decision === 'ask'
      ? { ruleId, decision, risk, reason, signatures }
      : { ruleId, decision, risk, reason };
  } catch (error) {
    onUnexpected(error);
    return { ruleId, decision: 'ask', risk: 'high', reason: unknownAssessment.reason, signatures };
  }
}

/** Writes the paths in one Unicode form, so that a rule about a name holds in whatever form a call writes it. */
function inOneForm(call: AssessedCall): AssessedCall {
  const touches = call.assessment.touches.map((touched) => {
    const path = toOneForm(touched.path);
    return path === touched.path ? touched : { ...touched, path, asWritten: touched.path };
  });
  return { ...call, assessment: { ...call.assessment, touches } };
}

const noneAdded: AddedRules = { items: [], damaged: [] };

const noRule: Verdict = {
  ruleId: null,
  decision: 'deny',
  risk: 'high',
  reason: 'No rule says who may allow this.',
};

const plainCall: Omit<AssessedCall, 'assessment'> = {
  tool: '',
  workflowId: null,
  startedBy: systemActor.id,
  isListed: true,
  wasRefused: false,
};

const plainAssessment: Omit<Assessment, 'effect'> = { touches: [], risk: 'low', reason: '', refusal: null };
