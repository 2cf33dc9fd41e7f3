import { expect, it } from 'vitest';
import type { Verdict } from '../domain/verdict';
import { narrowSigners } from './narrow-signers';

const judged = { ruleId: 'rule', risk: 'medium', reason: 'It changes a file.' } as const;
const asks = (signatures: number): Verdict => ({ ...judged, decision: 'ask', signatures });
const signers = { role: 'admin', count: 2, notRequester: false } as const;

it.each([
  [1, 2],
  [2, 2],
  [3, 3],
])('a workflow that asks for two of the %i signatures of the rules gets %i', (byRules, needed) => {
  const who = { role: 'admin', notRequester: false };
  expect(narrowSigners(asks(byRules), signers)).toEqual({ ...asks(needed), signers: who });
});

it.each(['allow', 'deny'] as const)('a workflow makes nobody sign what the rules %s', (decision) => {
  expect(narrowSigners({ ...judged, decision }, signers)).toEqual({ ...judged, decision });
});

it('a workflow that says nothing changes nothing', () => {
  expect(narrowSigners(asks(1), null)).toEqual(asks(1));
});
