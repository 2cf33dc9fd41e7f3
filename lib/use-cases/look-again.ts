import { createHash } from 'node:crypto';
import { buildToolCall } from '../agent/build-tool-call';
import type { Run } from '../domain/run';
import type { ReshownCall } from '../domain/run-event';
import type { ToolCall } from '../domain/tool-call';
import type { Services } from './services';

/** Describes the current effect of a call that waits for a decision. */
export type CallNow = {
  /**
   * Identifies the call and the state of its target. A person who approves a digest approves exactly these.
   */
  digest: string;
  /** Null means that the target is as it was when the call was requested. */
  change: TargetChange | null;
};

export type TargetChange = {
  message: string;
  /** Says why the call can no longer be carried out. Null means that it can. */
  problem: string | null;
  reshown: ReshownCall;
};

/** Looks at the target of a waiting call again and changes nothing. */
export async function lookAgain(
  services: Pick<Services, 'toolbox' | 'policy'>,
  { tools }: Pick<Run, 'tools'>,
  call: ToolCall,
): Promise<CallNow> {
  const changedPath = await services.toolbox.findChangedTarget(call);
  if (changedPath === null) return { digest: digestOf(call.hash, call.targetFingerprint), change: null };
  // The call waits, so no one has refused it.
  const built = await buildToolCall(call, { tools, rejectedCallHashes: [] }, services);
  const message = `${changedPath} changed after this was requested.`;
  if (built.status === 'malformed') throw new Error(`The stored call ${call.id} is not valid`);
  const { preview, foreseenError } = built;
  const { headline, verdict, targetFingerprint } = built.call;
  const problem = verdict.decision === 'deny' ? verdict.reason : (foreseenError?.message ?? null);
  return {
    digest: digestOf(call.hash, targetFingerprint ?? problem),
    change: { message, problem, reshown: { headline, verdict, targetFingerprint, preview } },
  };
}

/** Identifies a call and the state of its target. */
export function digestOf(callHash: string, state: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([callHash, state]))
    .digest('hex');
}
