import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unknownAssessment } from '../domain/assessment';
import { builtInRules } from './built-in-rules';
import { createPolicy } from './policy';
import type { Rule } from './rule';
import { assessedCall } from './testing/assessed-call';

const rule = (change: Partial<Rule>): Rule => ({
  when: 'Always.',
  applies: () => true,
  decision: 'ask',
  minimumRisk: 'low',
  reason: () => 'Because.',
  ...change,
});
const breaks = () => {
  throw new Error('Oops');
};
const plain = {
  assessment: { effect: 'changes', touches: [], risk: 'low', reason: 'It changes.', refusal: null },
  isListed: true,
  wasRefused: false,
} as const;

describe('a verdict', () => {
  it('comes from the first rule that applies', () => {
    const rules = [
      rule({ applies: () => false, decision: 'deny' }),
      rule({ decision: 'allow', reason: () => 'First.' }),
      rule({ decision: 'deny' }),
    ];
    expect(createPolicy({ rules }).judge(plain)).toEqual({
      decision: 'allow',
      risk: 'low',
      reason: 'First.',
    });
  });

  it('asks for as many signatures as its rule needs, and for one when the rule does not say', () => {
    const asking = (change: Partial<Rule>) => createPolicy({ rules: [rule(change)] }).judge(plain);
    expect(asking({})).toMatchObject({ decision: 'ask', signatures: 1 });
    expect(asking({ signatures: 3 })).toMatchObject({ decision: 'ask', signatures: 3 });
  });

  it('has the highest risk of the tool and of every rule that applies', () => {
    const rules = [
      rule({}),
      rule({ minimumRisk: 'medium' }),
      rule({ applies: () => false, minimumRisk: 'high' }),
    ];
    expect(createPolicy({ rules }).judge(plain).risk).toBe('medium');
    const risky = { ...plain, assessment: { ...plain.assessment, risk: 'high' as const } };
    expect(createPolicy({ rules }).judge(risky).risk).toBe('high');
  });

  it('is a denial when no rule applies', () => {
    for (const rules of [[], [rule({ applies: () => false })]]) {
      expect(createPolicy({ rules }).judge(plain)).toMatchObject({ decision: 'deny', risk: 'high' });
    }
  });
});

describe('a rule that breaks', () => {
  it.each([
    ['its condition', { applies: breaks }],
    ['its reason', { reason: breaks }],
  ])('asks as a high risk and is reported, whatever it would have decided: %s', (_part, broken) => {
    for (const decision of ['allow', 'ask', 'deny'] as const) {
      const unexpected: unknown[] = [];
      const onUnexpected = (error: unknown) => unexpected.push(error);
      const rules = [rule({ decision, signatures: 2, ...broken }), rule({ decision: 'allow' })];
      expect(createPolicy({ rules, onUnexpected }).judge(plain)).toMatchObject({
        decision: 'ask',
        risk: 'high',
        reason: unknownAssessment.reason,
        signatures: 2,
      });
      expect(unexpected).toHaveLength(1);
    }
  });

  it('never lets a call through that an earlier rule denies', () => {
    fc.assert(
      fc.property(assessedCall, (call) => {
        const verdict = createPolicy().judge(call);
        const broken = createPolicy({ rules: [...builtInRules, rule({ applies: breaks })] }).judge(call);
        expect(broken).toEqual({ ...verdict, risk: 'high' });
      }),
    );
  });
});

describe('what a person is told before a run', () => {
  it('only reading happens without asking', () => {
    const asked = (['reads', 'changes', 'runs', 'sends', 'unknown'] as const).filter((effect) =>
      createPolicy().asksAbout(effect),
    );
    expect(asked).toEqual(['changes', 'runs', 'sends', 'unknown']);
  });
});
