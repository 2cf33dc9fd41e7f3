import { type Assessment, unknownAssessment } from '../domain/assessment';
import type { Obstacle } from '../domain/obstacle';
import { mayHoldSecrets } from '../domain/paths/telling-path';
import type { ToolError } from '../domain/tool-call';
import type { BoundCall, BoundLook } from './define-tool';
import { finishHeadline } from './text/headline-parts';
import { toToolError } from './to-tool-error';
import { ToolFailure } from './tool-failure';
import type { PreparedCall } from './toolbox.port';

type ReadyCall = Extract<PreparedCall, { status: 'ready' }>;

/**
 * Says what a valid call would do. It looks at the call's target only with `mayLook`, and changes nothing.
 */
export async function prepareCall(
  call: BoundCall,
  mayLook: boolean,
  onUnexpected: (error: unknown) => void,
): Promise<ReadyCall> {
  let look: BoundLook | null = null;
  let foreseenError: ReadyCall['foreseenError'] = null;
  let obstacle: Obstacle | undefined;
  try {
    if (mayLook) look = await call.look();
  } catch (error) {
    foreseenError = toToolError(error, onUnexpected);
    obstacle = toObstacle(error, foreseenError);
  }
  const assessment = assess(call, look, onUnexpected);
  return {
    status: 'ready',
    headline: finishHeadline(call.headline(look)),
    assessment,
    isIdempotent: call.isIdempotent,
    targetFingerprint: look?.targetFingerprint ?? null,
    preview: look?.preview ?? [],
    foreseenError: foreseenError && discloseError(foreseenError, assessment),
    obstacle,
  };
}

/** An error that no tool expects already has words for people. */
function toObstacle(error: unknown, { message }: ToolError): Obstacle | undefined {
  return error instanceof ToolFailure ? (error.obstacle ?? undefined) : { kind: 'unknown', reason: message };
}

/**
 * Returns what the model may know of a call that cannot work. No person is asked about the call, so all such
 * errors are the same where the target may hold secrets: "contains the text 3 times" would answer a question
 * about the file.
 */
function discloseError(error: ToolError, { touches }: Assessment): ToolError {
  if (!touches.some(({ path }) => mayHoldSecrets(path))) return error;
  return {
    code: 'not_allowed',
    message:
      'This call cannot work with what is there now. Files with such names usually hold keys or passwords, so nothing ' +
      'more is said about them without a decision. Read the file first: a person decides about that.',
  };
}

/** When a tool fails to assess its own call, the call neither passes nor fails: policy asks a person. */
function assess(call: BoundCall, look: BoundLook | null, onUnexpected: (error: unknown) => void): Assessment {
  try {
    return call.assess(look);
  } catch (error) {
    onUnexpected(error);
    return unknownAssessment;
  }
}
