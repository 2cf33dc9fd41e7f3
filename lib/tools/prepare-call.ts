import type { Verdict } from '../domain/verdict';
import type { BoundCall, BoundLook, LookContext } from './define-tool';
import { finishHeadline } from './text/headline-parts';
import { toToolError } from './to-tool-error';
import type { PreparedCall } from './toolbox.port';

type ReadyCall = Extract<PreparedCall, { status: 'ready' }>;

/** Says what a valid call would do. Looks, and changes nothing. */
export async function prepareCall(
  call: BoundCall,
  context: LookContext,
  onUnexpected: (error: unknown) => void,
): Promise<ReadyCall> {
  let look: BoundLook | null = null;
  let foreseenError: ReadyCall['foreseenError'] = null;
  try {
    look = await call.look(context);
  } catch (error) {
    foreseenError = toToolError(error, onUnexpected);
  }
  return {
    status: 'ready',
    headline: finishHeadline(call.headline(look)),
    verdict: judge(call, look, onUnexpected),
    isIdempotent: call.isIdempotent,
    targetFingerprint: look?.targetFingerprint ?? null,
    preview: look?.preview ?? [],
    foreseenError,
  };
}

/** Denies a call of a tool that the workflow does not list, without looking at its target. */
export function refuseCall(call: BoundCall): ReadyCall {
  return {
    status: 'ready',
    headline: finishHeadline(call.headline(null)),
    verdict: { decision: 'deny', risk: 'high', reason: 'This workflow does not allow this kind of action.' },
    isIdempotent: call.isIdempotent,
    targetFingerprint: null,
    preview: [],
    foreseenError: null,
  };
}

/** A policy that breaks means: ask. */
function judge(call: BoundCall, look: BoundLook | null, onUnexpected: (error: unknown) => void): Verdict {
  try {
    return call.policy(look);
  } catch (error) {
    onUnexpected(error);
    return { decision: 'ask', risk: 'high', reason: 'Countersign could not tell what this would do.' };
  }
}
