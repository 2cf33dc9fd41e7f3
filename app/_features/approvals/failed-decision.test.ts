import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../_client/api-error';
import { explainFailedDecision } from './failed-decision';
import { isRecordOf } from './judge-unanswered';

const withStatus = (status: number) => new ApiError(status, { code: 'any', message: 'It failed.' });

test('only an answer that refuses it says that nothing was recorded', () => {
  const status = fc.oneof(fc.constant(0), fc.integer({ min: 200, max: 599 }));
  fc.assert(
    fc.property(status, (answered) => {
      const isRefused = answered >= 400 && answered < 500;
      const said = explainFailedDecision(withStatus(answered));
      expect(said.includes('Nothing was recorded')).toBe(isRefused);
      expect(said.includes('may have been recorded')).toBe(!isRefused);
    }),
  );
});

test('once the server says that it has no such answer, the page does not say “may”', () => {
  for (const status of [0, 200, 500, 503]) {
    const said = explainFailedDecision(withStatus(status), 'not_recorded');
    expect(said).toMatch(/nothing was recorded.*send it once more/i);
    expect(said).not.toContain('may have');
  }
});

test('a server that cannot be reached is said in place of “Try again”', () => {
  const error = new ApiError(0, {
    code: 'unreachable',
    message: 'Countersign could not be reached. Try again.',
  });
  expect(explainFailedDecision(error)).toBe(
    'Countersign could not be reached. Your answer may have been recorded. This page asks until Countersign answers.',
  );
});

test('a record is told apart from the answer that was sent', () => {
  expect(isRecordOf({ decision: 'approve' }, { status: 'approved' })).toBe(true);
  expect(isRecordOf({ decision: 'approve' }, { status: 'rejected' })).toBe(false);
  expect(isRecordOf({ decision: 'reject' }, { status: 'rejected_with_guidance' })).toBe(false);
  expect(isRecordOf({ decision: 'reject' }, { status: 'pending' })).toBe(false);
  expect(isRecordOf({ decision: 'reject_with_guidance', guidance: 'x' }, { status: 'expired' })).toBe(false);
});
