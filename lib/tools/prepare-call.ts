import { type Assessment, unknownAssessment } from '../domain/assessment';
import type { BoundCall, BoundLook } from './define-tool';
import { finishHeadline } from './text/headline-parts';
import { toToolError } from './to-tool-error';
import type { PreparedCall } from './toolbox.port';

type ReadyCall = Extract<PreparedCall, { status: 'ready' }>;

/** Says what a valid call would do. Looks at its target, and changes nothing. Looks at nothing unless `mayLook`. */
export async function prepareCall(
  call: BoundCall,
  mayLook: boolean,
  onUnexpected: (error: unknown) => void,
): Promise<ReadyCall> {
  let look: BoundLook | null = null;
  let foreseenError: ReadyCall['foreseenError'] = null;
  try {
    if (mayLook) look = await call.look();
  } catch (error) {
    foreseenError = toToolError(error, onUnexpected);
  }
  return {
    status: 'ready',
    headline: finishHeadline(call.headline(look)),
    assessment: assess(call, look, onUnexpected),
    isIdempotent: call.isIdempotent,
    targetFingerprint: look?.targetFingerprint ?? null,
    preview: look?.preview ?? [],
    foreseenError,
  };
}

/** A tool that cannot assess its own call is no reason to let it through, or to stop. */
function assess(call: BoundCall, look: BoundLook | null, onUnexpected: (error: unknown) => void): Assessment {
  try {
    return call.assess(look);
  } catch (error) {
    onUnexpected(error);
    return unknownAssessment;
  }
}
