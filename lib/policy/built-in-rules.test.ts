import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeDeception } from '../domain/paths/deceptive-path';
import { mayHoldSecrets } from '../domain/paths/telling-path';
import type { Risk, Verdict } from '../domain/verdict';
import { builtInRules } from './built-in-rules';
import { createPolicy } from './policy';
import type { AssessedCall } from './rule';
import { assessedCall, noneAdded, plainCall } from './testing/assessed-call';

const judge = (call: AssessedCall): Verdict => createPolicy().judge(call, noneAdded);

describe('the built-in rules', () => {
  it('deny every call of a tool that the workflow does not list', () => {
    fc.assert(
      fc.property(assessedCall, (call) => {
        expect(judge({ ...call, isListed: false }).decision).toBe('deny');
      }),
    );
  });

  it('deny every call that nobody may allow, and give the reason', () => {
    fc.assert(
      fc.property(assessedCall, fc.string({ minLength: 1 }), (call, refusal) => {
        const forbidden = { ...call.assessment, refusal };
        expect(judge({ ...plainCall, assessment: forbidden })).toEqual({
          ruleId: 'forbidden',
          decision: 'deny',
          risk: 'high',
          reason: refusal,
        });
      }),
    );
  });

  it('deny exactly the calls that a person refused before, with the risk they have otherwise', () => {
    fc.assert(
      fc.property(assessedCall, (call) => {
        const { risk } = judge({ ...call, wasRefused: false });
        expect(judge({ ...call, wasRefused: true })).toEqual({
          ruleId: 'refused_before',
          decision: 'deny',
          risk,
          reason: 'A person has already refused exactly this call.',
        });
      }),
    );
  });

  it('ask before a model reads what may hold secrets, and call it a high risk', () => {
    fc.assert(
      fc.property(assessedCall, fc.constantFrom('.env', 'app/.ENV.local', 'id_rsa', '.ssh'), (call, path) => {
        const touches = [...call.assessment.touches, { path, how: 'read' as const }];
        const reading = { ...call.assessment, effect: 'reads', touches, refusal: null } as const;
        expect(judge({ ...plainCall, assessment: reading })).toMatchObject({
          decision: 'ask',
          risk: 'high',
          reason: expect.stringContaining('keys or passwords'),
        });
      }),
    );
  });

  it('call it a high risk to move what may hold secrets to where a model reads without asking', () => {
    const secret = fc.constantFrom('prod.env', 'keys/server.pem', '.ssh', 'id_rsa');
    const plain = fc.constantFrom('notes/a.txt', 'ssh-open', 'plan.md');
    fc.assert(
      fc.property(assessedCall, secret, fc.oneof(plain, secret), (call, from, to) => {
        const touches = [
          { path: from, how: 'moved_from' as const },
          { path: to, how: 'moved_to' as const },
        ];
        const move = { ...call.assessment, effect: 'changes', risk: 'low', touches, refusal: null } as const;
        const verdict = judge({ ...plainCall, assessment: move });
        expect(verdict.decision).toBe('ask');
        expect(verdict.reason.includes('Under the new name')).toBe(!mayHoldSecrets(to));
        if (!mayHoldSecrets(to)) expect(verdict.risk).toBe('high');
      }),
    );
  });

  it('call a change of what may steer other programs a high risk', () => {
    fc.assert(
      fc.property(
        assessedCall,
        fc.constantFrom('.husky/pre-commit', 'app/.bashrc', 'package.json', 'app/Makefile'),
        (call, path) => {
          const touches = [{ path, how: 'written' as const }];
          const change = { ...call.assessment, effect: 'changes', touches, refusal: null } as const;
          const verdict = judge({ ...plainCall, assessment: change });
          expect(verdict).toMatchObject({ decision: 'ask', risk: 'high' });
          expect(verdict.reason).toContain('Other programs may act');
        },
      ),
    );
  });

  it('allow nothing but reading, and ask one person about everything else', () => {
    fc.assert(
      fc.property(assessedCall, ({ assessment }) => {
        const possible = { ...assessment, refusal: null };
        const verdict = judge({ ...plainCall, assessment: possible });
        const isSecret = assessment.touches.some(({ path }) => mayHoldSecrets(path));
        if (assessment.effect === 'reads' && !isSecret) {
          expect(verdict).toEqual({
            ruleId: 'only_reads',
            decision: 'allow',
            risk: assessment.risk,
            reason: assessment.reason,
          });
        } else {
          expect(verdict).toMatchObject({ decision: 'ask', signatures: 1 });
          if (assessment.effect !== 'reads') expect(verdict.reason.startsWith(assessment.reason)).toBe(true);
        }
      }),
    );
  });

  it('a change of a path that may look like another one is never a low risk, and the reason says so', () => {
    const name = fc.constantFrom('plan', 'plan ', 'pl\u0430n', 'pla\u0301n', 'pla\u200bn');
    const paths = fc.array(fc.array(name, { minLength: 1 }), { maxLength: 2 });
    fc.assert(
      fc.property(assessedCall, paths, ({ assessment }, named) => {
        const touches = named.map((names) => ({ path: names.join('/'), how: 'written' as const }));
        const { risk, reason } = assessment;
        const change = { ...assessment, touches, effect: 'changes', refusal: null } as const;
        const [found] = touches.flatMap(({ path }) => describeDeception(path) ?? []);
        expect(judge({ ...plainCall, assessment: change })).toMatchObject({
          risk: found !== undefined && risk === 'low' ? 'medium' : risk,
          reason: found === undefined ? reason : `${reason} ${found}`,
        });
      }),
    );
  });

  it('have a name each, and the verdict has the name of the one that decides', () => {
    expect(new Set(builtInRules.map(({ id }) => id)).size).toBe(builtInRules.length);
    fc.assert(
      fc.property(assessedCall, (call) => {
        const deciding = builtInRules.find((rule) => rule.applies(call));
        expect(judge(call)).toMatchObject({ ruleId: deciding?.id, decision: deciding?.decision });
      }),
    );
  });

  it('never lower the risk that the tool estimated', () => {
    const rank: Record<Risk, number> = { low: 0, medium: 1, high: 2 };
    fc.assert(
      fc.property(assessedCall, (call) => {
        expect(rank[judge(call).risk]).toBeGreaterThanOrEqual(rank[call.assessment.risk]);
      }),
    );
  });
});

it('docs/policy.md shows the built-in rules as they are', () => {
  const sample = {
    effect: 'changes',
    touches: [{ path: '\u200b', how: 'written' }],
    risk: 'low',
    reason: '(the tool’s reason)',
    refusal: '(the tool’s refusal)',
  } as const;
  const rows = builtInRules.map(
    ({ id, when, decision, signatures = 1, minimumRisk, reason }) =>
      `| ${id} | ${when} | ${decision} | ${decision === 'ask' ? signatures : ''} | ${minimumRisk} | ${reason(sample)} |`,
  );
  const shown = readFileSync('docs/policy.md', 'utf8')
    .split('\n')
    .filter((line) => /^\| .* \| (?:allow|ask|deny) \|/.test(line));
  expect(shown).toEqual(rows);
});
