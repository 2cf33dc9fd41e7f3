import fc from 'fast-check';
import { localActor } from '../../domain/actor';
import type { AddedRules } from '../../domain/added-rule';
import type { Assessment } from '../../domain/assessment';
import type { AssessedCall } from '../rule';

const path = fc.oneof(fc.string(), fc.constantFrom('a.txt', 'evil\u202etxt.md', 'a\u200bb/c', '.git/config'));

const assessment: fc.Arbitrary<Assessment> = fc.record({
  effect: fc.constantFrom('reads', 'changes', 'runs', 'sends', 'unknown'),
  touches: fc.array(
    fc.record({ path, how: fc.constantFrom('read', 'written', 'deleted', 'moved_from', 'moved_to') }),
  ),
  risk: fc.constantFrom('low', 'medium', 'high'),
  reason: fc.string(),
  refusal: fc.option(fc.string()),
});

/** Nothing but its assessment speaks for or against such a call. */
export const plainCall: Omit<AssessedCall, 'assessment'> = {
  tool: 'write_file',
  workflowId: 'write-a-document',
  startedBy: localActor.id,
  isListed: true,
  wasRefused: false,
};

export const noneAdded: AddedRules = { items: [], damaged: [] };

/** Generates any call that a tool may ever assess. */
export const assessedCall: fc.Arbitrary<AssessedCall> = fc.record({
  tool: fc.string(),
  assessment,
  workflowId: fc.option(fc.string()),
  startedBy: fc.constantFrom('usr_local', 'usr_ann'),
  isListed: fc.boolean(),
  wasRefused: fc.boolean(),
});
