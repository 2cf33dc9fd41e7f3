import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../_client/api-error';
import { explainFailedDecision, isRecordOf } from './failed-decision';

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

test('a server that cannot be reached is said in place of “Try again”', () => {
  const error = new ApiError(0, {
    code: 'unreachable',
    message: 'Countersign could not be reached. Try again.',
  });
  expect(explainFailedDecision(error)).toBe(
    'Countersign could not be reached. Your answer may have been recorded. This page keeps checking; you can also answer again.',
  );
});

test('a record is told apart from the answer that was sent', () => {
  expect(isRecordOf({ decision: 'approve' }, { status: 'approved' })).toBe(true);
  expect(isRecordOf({ decision: 'approve' }, { status: 'rejected' })).toBe(false);
  expect(isRecordOf({ decision: 'reject' }, { status: 'rejected_with_guidance' })).toBe(false);
  expect(isRecordOf({ decision: 'reject' }, { status: 'pending' })).toBe(false);
  expect(isRecordOf({ decision: 'reject_with_guidance', guidance: 'x' }, { status: 'expired' })).toBe(false);
});
