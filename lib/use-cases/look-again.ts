import { createHash } from 'node:crypto';
import { type BuiltCall, buildToolCall, type CallContext } from '../agent/build-tool-call';
import type { ReshownCall } from '../domain/run-event';
import type { ToolCall } from '../domain/tool-call';
import { findTargetKind } from '../tools/workspace/target-kind.port';
import type { Services } from './services';
import { type ChangedTarget, describeChange, explainObstacle } from './views/explain-obstacle';

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
  /** Says what happened to the target. */
  message: string;
  /**
   * Says why the call cannot be carried out now, and what the person can do. Null means that the call can.
   */
  problem: string | null;
  reshown: ReshownCall;
};

type ReadyCall = Extract<BuiltCall, { status: 'ready' }>;

/** Looks at the target of a waiting call again and changes nothing. */
export async function lookAgain(
  services: Pick<Services, 'toolbox' | 'policy' | 'rules'>,
  run: Omit<CallContext, 'rejectedCallHashes'>,
  call: ToolCall,
): Promise<CallNow> {
  const changedPath = await services.toolbox.findChangedTarget(call);
  if (changedPath === null) return { digest: digestOf(call.hash, call.targetFingerprint), change: null };
  // The call waits, so no one has refused it.
  const built = await buildToolCall(call, { ...run, rejectedCallHashes: [] }, services);
  if (built.status === 'malformed') throw new Error(`The stored call ${call.id} is not valid`);
  const { preview } = built;
  const { headline, verdict, targetFingerprint } = built.call;
  const { message, problem } = await explainChange(services, call, changedPath, built);
  return {
    digest: digestOf(call.hash, targetFingerprint ?? `${message} ${problem}`),
    change: { message, problem, reshown: { headline, verdict, targetFingerprint, preview } },
  };
}

async function explainChange(
  { toolbox }: Pick<Services, 'toolbox'>,
  call: ToolCall,
  path: string,
  { call: { verdict, targetFingerprint }, foreseenError, obstacle }: ReadyCall,
): Promise<Pick<TargetChange, 'message' | 'problem'>> {
  const how = (await toolbox.paths(call)).find((touched) => touched.path === path)?.how ?? null;
  // The fingerprints of a move describe the entry that it moves. Its new path was free.
  const change: ChangedTarget =
    how === 'moved_to'
      ? { path, how, was: 'absent', now: null }
      : { path, how, was: findTargetKind(call.targetFingerprint), now: findTargetKind(targetFingerprint) };
  if (verdict.decision === 'deny') return { message: describeChange(change), problem: verdict.reason };
  return foreseenError
    ? explainObstacle(obstacle, change)
    : { message: describeChange(change), problem: null };
}

/** Identifies a call and the state of its target. */
export function digestOf(callHash: string, state: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([callHash, state]))
    .digest('hex');
}
