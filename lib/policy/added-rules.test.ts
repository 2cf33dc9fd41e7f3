import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AddedRule, AddedRules } from '../domain/added-rule';
import { builtInRules } from './built-in-rules';
import { createPolicy } from './policy';
import { assessedCall, noneAdded, plainCall } from './testing/assessed-call';

const rule = (change: Partial<AddedRule>): AddedRule => ({
  id: 'rul_sample',
  condition: { tool: 'write_file' },
  decision: 'allow',
  signatures: 1,
  minimumRisk: 'low',
  reason: 'We agreed on it.',
  ...change,
});
const adding = (...items: AddedRule[]): AddedRules => ({ items, damaged: [] });
const unreadable: AddedRules = { items: [], damaged: [{ id: 'rul_odd' }] };
const { judge } = createPolicy();
const change = {
  ...plainCall,
  assessment: { effect: 'changes', touches: [], risk: 'low', reason: 'It changes.', refusal: null },
} as const;

/** Any rule that people may add, for any call. */
const anyRule: fc.Arbitrary<AddedRule> = fc.record({
  id: fc.constantFrom('rul_a', 'rul_b', 'rul_c'),
  condition: fc.constant({}),
  decision: fc.constantFrom('allow', 'ask', 'deny'),
  signatures: fc.integer({ min: 1, max: 3 }),
  minimumRisk: fc.constantFrom('low', 'medium', 'high'),
  reason: fc.string(),
});

describe('a rule that people added', () => {
  it('allows what the built-in rules ask about for no special reason, and the verdict names it', () => {
    expect(judge(change, adding(rule({})))).toEqual({
      ruleId: 'rul_sample',
      decision: 'allow',
      risk: 'low',
      reason: 'It changes. We agreed on it.',
    });
  });

  it('applies only to the tool, the workflow and the starter that it names', () => {
    const named = { tool: 'write_file', workflowId: 'write-a-document', startedBy: 'usr_local' } as const;
    expect(judge(change, adding(rule({ condition: named }))).decision).toBe('allow');
    for (const other of [{ tool: 'edit_file' }, { workflowId: 'tidy' }, { startedBy: 'usr_ann' as const }])
      expect(judge(change, adding(rule({ condition: { ...named, ...other } }))).decision).toBe('ask');
    const message = { ...change, workflowId: null };
    expect(judge(message, adding(rule({ condition: named }))).decision).toBe('ask');
  });

  it('allows nothing that a built-in rule denies or asks about for a reason of its own, or that no one can tell', () => {
    fc.assert(
      fc.property(assessedCall, (call) => {
        const verdict = judge(call, noneAdded);
        const mayChange = verdict.ruleId === 'everything_else' && call.assessment.effect !== 'unknown';
        const { decision } = judge(call, adding(rule({ condition: {} })));
        expect(decision).toBe(mayChange ? 'allow' : verdict.decision);
      }),
    );
  });

  it('denies every call that it matches, with its own reason, whatever others say', () => {
    fc.assert(
      fc.property(assessedCall, fc.array(anyRule), (call, others) => {
        const denial = rule({ id: 'rul_no', condition: {}, decision: 'deny', reason: 'Never.' });
        const verdict = judge(call, adding(...others.filter(({ decision }) => decision !== 'deny'), denial));
        expect(verdict.decision).toBe('deny');
        if (judge(call, noneAdded).decision !== 'deny')
          expect(verdict).toMatchObject({ ruleId: 'rul_no', reason: 'Never.' });
      }),
    );
  });

  it('asks as many people as any rule wants, and never fewer than the rules in code', () => {
    const two = createPolicy({ rules: builtInRules.map((one) => ({ ...one, signatures: 2 })) });
    const asking = (signatures: number) => rule({ decision: 'ask', signatures });
    expect(two.judge(change, adding(asking(1)))).toMatchObject({ ruleId: 'rul_sample', signatures: 2 });
    expect(two.judge(change, adding(asking(1), asking(3)))).toMatchObject({ signatures: 3 });
    const read = { ...change, assessment: { ...change.assessment, effect: 'reads' as const } };
    expect(judge(read, adding(asking(1)))).toMatchObject({ decision: 'ask', signatures: 1 });
  });

  it('never makes a denial or a risk milder', () => {
    const rank = { low: 0, medium: 1, high: 2 };
    fc.assert(
      fc.property(assessedCall, fc.array(anyRule), (call, rules) => {
        const [before, after] = [judge(call, noneAdded), judge(call, adding(...rules))];
        if (before.decision === 'deny')
          expect(after).toMatchObject({ decision: 'deny', ruleId: before.ruleId });
        expect(rank[after.risk]).toBeGreaterThanOrEqual(rank[before.risk]);
      }),
    );
  });
});

it('a rule that cannot be read asks about every call that is not denied, as a high risk', () => {
  fc.assert(
    fc.property(assessedCall, fc.array(anyRule), (call, rules) => {
      const isDenied = judge(call, adding(...rules)).decision === 'deny';
      const verdict = judge(call, { ...unreadable, items: rules });
      expect(verdict).toMatchObject({ decision: isDenied ? 'deny' : 'ask', risk: 'high' });
    }),
  );
  const verdict = judge(change, { ...unreadable, items: [rule({})] });
  expect(verdict).toMatchObject({ ruleId: 'rul_odd', signatures: 1 });
  expect(verdict.reason).toContain('a person decides');
});
