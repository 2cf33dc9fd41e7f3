import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TouchedPath, unknownAssessment } from '../domain/assessment';
import { namesInForms } from '../shared/testing/unicode-forms';
import { builtInRules } from './built-in-rules';
import { createPolicy } from './policy';
import type { Rule } from './rule';
import { assessedCall, noneAdded, plainCall } from './testing/assessed-call';

const rule = (change: Partial<Rule>): Rule => ({
  id: 'sample',
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
  ...plainCall,
  assessment: { effect: 'changes', touches: [], risk: 'low', reason: 'It changes.', refusal: null },
} as const;

describe('a rule about a path', () => {
  const touching = (path: string, how: TouchedPath['how'] = 'written') => ({
    ...plain,
    assessment: { ...plain.assessment, touches: [{ path, how }] },
  });
  const names = fc.array(namesInForms, { minLength: 1, maxLength: 3 });
  const pathOf = (forms: string[][], pick: number) => forms.map((name) => name[pick % name.length]).join('/');

  it('holds for every Unicode form of its names, whether it protects or allows them', () => {
    fc.assert(
      fc.property(names, fc.nat(3), fc.boolean(), (forms, pick, allows) => {
        const wanted = pathOf(forms, 0).normalize('NFC');
        const decision = allows ? ('allow' as const) : ('deny' as const);
        const judge = (applies: (path: string) => boolean, path: string) =>
          createPolicy({
            rules: [
              rule({
                decision,
                applies: ({ assessment }) => assessment.touches.every((touched) => applies(touched.path)),
              }),
              rule({}),
            ],
          }).judge(touching(path), noneAdded).decision;
        const path = pathOf(forms, pick);
        expect(judge((one) => one === wanted, path)).toBe(decision);
        expect(judge((one) => one.startsWith(wanted), `${path}/x.md`)).toBe(decision);
        expect(judge((one) => one === wanted, `${path}x`)).toBe('ask');
      }),
    );
  });

  it('of the built-in ones decides the same for every form; only a form with letters apart is a risk', () => {
    const parts = ['.env.', '.ssh/', 'a/', '.git/hooks/', '', 'Makefile/'] as const;
    const effects = ['reads', 'changes'] as const;
    fc.assert(
      fc.property(
        namesInForms,
        fc.constantFrom(...parts),
        fc.constantFrom(...effects),
        (forms, part, effect) => {
          const judge = (path: string) => {
            const { assessment, ...rest } = touching(path, effect === 'reads' ? 'read' : 'written');
            return createPolicy().judge({ ...rest, assessment: { ...assessment, effect } }, noneAdded);
          };
          const composed = judge(part + (forms[0] ?? '').normalize('NFC'));
          for (const name of forms) {
            const { decision, risk, reason } = judge(part + name);
            expect(decision).toBe(composed.decision);
            if (effect === 'reads' || name === name.normalize('NFC')) expect(risk).toBe(composed.risk);
            else expect([risk, reason]).not.toEqual(['low', composed.reason]);
          }
        },
      ),
    );
  });
});

describe('a verdict', () => {
  it('comes from the first rule that applies', () => {
    const rules = [
      rule({ applies: () => false, decision: 'deny' }),
      rule({ id: 'first', decision: 'allow', reason: () => 'First.' }),
      rule({ decision: 'deny' }),
    ];
    expect(createPolicy({ rules }).judge(plain, noneAdded)).toEqual({
      ruleId: 'first',
      decision: 'allow',
      risk: 'low',
      reason: 'First.',
    });
  });

  it('asks for as many signatures as its rule needs, and for one when the rule does not say', () => {
    const asking = (change: Partial<Rule>) => createPolicy({ rules: [rule(change)] }).judge(plain, noneAdded);
    expect(asking({})).toMatchObject({ decision: 'ask', signatures: 1 });
    expect(asking({ signatures: 3 })).toMatchObject({ decision: 'ask', signatures: 3 });
  });

  it('has the highest risk of the tool and of every rule that applies', () => {
    const rules = [
      rule({}),
      rule({ minimumRisk: 'medium' }),
      rule({ applies: () => false, minimumRisk: 'high' }),
    ];
    expect(createPolicy({ rules }).judge(plain, noneAdded).risk).toBe('medium');
    const risky = { ...plain, assessment: { ...plain.assessment, risk: 'high' as const } };
    expect(createPolicy({ rules }).judge(risky, noneAdded).risk).toBe('high');
  });

  it('is a denial when no rule applies', () => {
    for (const rules of [[], [rule({ applies: () => false })]]) {
      expect(createPolicy({ rules }).judge(plain, noneAdded)).toMatchObject({
        ruleId: null,
        decision: 'deny',
        risk: 'high',
      });
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
      expect(createPolicy({ rules, onUnexpected }).judge(plain, noneAdded)).toMatchObject({
        ruleId: 'sample',
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
        const verdict = createPolicy().judge(call, noneAdded);
        const broken = createPolicy({ rules: [...builtInRules, rule({ applies: breaks })] }).judge(
          call,
          noneAdded,
        );
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
