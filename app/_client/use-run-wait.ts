import type { RunView } from '@/lib/contracts/runs';
import { useApprovalState } from './approval-queries';
import { maySettle } from './may-do';
import { useMe } from './me';

export type RunWait = {
  /** The reader may answer, and has not yet. */
  isForReader: boolean;
  /** Says why the reader may not answer. It is undefined until the server has said so, and null when they may. */
  whyNot: string | null | undefined;
};

/**
 * Says whom a run waits for, or returns null when it waits for nobody. All viewers of a run get the same live
 * messages, so the page asks for what is about its reader. Until it knows, the run waits for those whose role
 * signs calls of any risk.
 */
export function useRunWait(run: RunView | undefined): RunWait | null {
  const me = useMe();
  const approvalId = run?.header.approvalId ?? null;
  const state = useApprovalState(approvalId);
  if (run === undefined) return null;
  if (approvalId !== null) {
    if (!state) return { isForReader: maySettle(me, { risk: 'high' }, run), whyNot: undefined };
    const hasSigned = state.signatures?.isYours ?? false;
    return { isForReader: state.whyNotSign === null && !hasSigned, whyNot: state.whyNotSign };
  }
  const { unknownOutcome } = run.header;
  if (unknownOutcome === null) return null;
  const mayAnswer = maySettle(me, unknownOutcome, run);
  return { isForReader: mayAnswer, whyNot: mayAnswer ? null : 'Someone who may sign this step must answer.' };
}
