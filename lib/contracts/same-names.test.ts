import { describe, expect, it } from 'vitest';
import { auditKinds as recordedKinds } from '../domain/audit-entry';
import { type ApprovalStatus, decisions } from '../domain/decision';
import { TRANSITIONS } from '../domain/reduce-run';
import { failureCodes } from '../shared/run-names';
import { approvalStatus } from './approvals';
import { auditKinds } from './audit';
import { decidedBy, decidedStatus, decisionBody } from './decisions';
import { failureCode, runStatus } from './runs';

/**
 * Contracts import nothing, so they repeat the names that they share with the domain. These tests compare the
 * two.
 */
describe('the contracts name exactly', () => {
  it('the states of a run', () => {
    expect([...runStatus.options].sort()).toEqual(Object.keys(TRANSITIONS).sort());
  });

  it('the codes of a failure', () => {
    expect(failureCode.options).toEqual(failureCodes);
  });

  it('the kinds of changes in the audit log', () => {
    expect(auditKinds).toEqual(recordedKinds);
  });

  it('the decisions and the status that each leads to, with words for it', () => {
    const names = decisionBody.def.options.flatMap((body) => body.shape.decision.def.values);
    expect(names).toEqual(Object.keys(decisions));
    const statuses = Object.values(decisions).map(({ status }) => status);
    expect(decidedStatus.options).toEqual(statuses);
    expect(Object.keys(decidedBy).sort()).toEqual([...statuses].sort());
  });

  it('the statuses of an approval', () => {
    const statuses: readonly ApprovalStatus[] = approvalStatus.options;
    expect(statuses).toEqual([
      'pending',
      ...Object.values(decisions).map(({ status }) => status),
      'expired',
      'withdrawn',
    ]);
  });
});
