import type { AddedRule, AddedRules } from '../domain/added-rule';
import type { Verdict } from '../domain/verdict';
import type { AssessedCall, Rule } from './rule';

/** Makes rules of what people added. In place of a rule that cannot be read, one asks about every call. */
export function toRules({ items, damaged }: AddedRules): Rule[] {
  return [...items.map(toRule), ...damaged.map(({ id }) => toRule({ ...unreadable, id }))];
}

const unreadable: Omit<AddedRule, 'id'> = {
  condition: {},
  decision: 'ask',
  signatures: 1,
  minimumRisk: 'high',
  reason: 'One of the rules cannot be read, so a person decides.',
};

function toRule({ condition, reason: why, ...rule }: AddedRule): Rule {
  return {
    ...rule,
    when: 'A rule that people added matches the call.',
    applies: (call) => matches(condition, call) && (rule.decision !== 'allow' || isKnown(call)),
    reason: ({ reason }) => (rule.decision === 'deny' ? why : `${reason} ${why}`),
  };
}

function matches({ tool, workflowId, startedBy }: AddedRule['condition'], call: AssessedCall): boolean {
  return (
    (tool ?? call.tool) === call.tool &&
    (workflowId ?? call.workflowId) === call.workflowId &&
    (startedBy ?? call.startedBy) === call.startedBy
  );
}

/** Nobody can have allowed beforehand what the tool itself cannot tell. */
const isKnown = ({ assessment }: AssessedCall) => assessment.effect !== 'unknown';

/**
 * Adds what people say to the verdict of the rules in code. They may deny every call, and ask about every call
 * that is not denied. They may allow only what `isGeneral` says: no rule in code but the last one asks about
 * it. So a person still decides about keys, lookalikes and the like.
 */
export function combine(byCode: Verdict, added: readonly Verdict[], isGeneral: boolean): Verdict {
  const find = (decision: Verdict['decision']) => added.find((verdict) => verdict.decision === decision);
  if (byCode.decision === 'deny') return byCode;
  const strict = find('deny') ?? find('ask');
  if (strict?.decision === 'ask') {
    const signatures = [byCode, ...added].map((one) => (one.decision === 'ask' ? one.signatures : 1));
    return { ...strict, signatures: Math.max(...signatures) };
  }
  return strict ?? (isGeneral ? find('allow') : undefined) ?? byCode;
}
