import { expect, it } from 'vitest';
import { defaultSigning, strictestSigning } from '../domain/signing';
import { type Risk, risks, type Verdict } from '../domain/verdict';
import { narrowSigners } from './narrow-signers';

const judged = { ruleId: 'rule', reason: 'It changes a file.' } as const;
const asks = (signatures: number, risk: Risk = 'medium'): Verdict => ({
  ...judged,
  risk,
  decision: 'ask',
  signatures,
});
const signers = { role: 'admin', count: 2, notRequester: false } as const;

it.each([
  [1, 2],
  [2, 2],
  [3, 3],
])('a workflow that asks for two of the %i signatures of the rules gets %i', (byRules, needed) => {
  const who = { role: 'admin', notRequester: false, byRules };
  expect(narrowSigners(asks(byRules), signers, defaultSigning)).toEqual({ ...asks(needed), signers: who });
});

it.each(['allow', 'deny'] as const)('a workflow makes nobody sign what the rules %s', (decision) => {
  const verdict: Verdict = { ...judged, risk: 'high', decision };
  expect(narrowSigners(verdict, signers, strictestSigning)).toEqual(verdict);
});

it('a workflow that says nothing changes nothing', () => {
  for (const risk of risks) expect(narrowSigners(asks(1, risk), null, defaultSigning)).toEqual(asks(1, risk));
});

it.each([
  ['low', null, undefined],
  ['medium', null, undefined],
  ['high', null, { role: null, notRequester: true }],
  ['low', signers, { role: 'admin', notRequester: false }],
  ['high', signers, { role: 'admin', notRequester: true }],
] as const)('a %s risk is signed by someone else where the settings say so', (risk, byFile, expected) => {
  expect(narrowSigners(asks(1, risk), byFile, strictestSigning)).toMatchObject({
    signatures: byFile?.count ?? 1,
    ...(expected ? { signers: expected } : {}),
  });
  expect('signers' in narrowSigners(asks(1, risk), byFile, strictestSigning)).toBe(expected !== undefined);
});
