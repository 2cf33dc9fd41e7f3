import { createHash } from 'node:crypto';
import { type BuiltCall, buildToolCall, type CallContext } from '../agent/build-tool-call';
import type { Run } from '../domain/run';
import type { ReshownCall } from '../domain/run-event';
import type { ToolCall } from '../domain/tool-call';
import type { Toolbox } from '../tools/toolbox.port';
import { findTargetKind } from '../tools/workspace/target-kind.port';
import type { Services } from './services';
import { type ChangedTarget, describeChange, explainObstacle } from './views/explain-obstacle';
import { gone } from './workspaces';

/** Describes the current effect of a call that waits for a decision. */
export type CallNow = {
  /**
   * Identifies the call and the state of its target. A person who approves a digest approves exactly these.
   */
  digest: string;
  /** Null means that the target is as it was when the call was requested. */
  change: TargetChange | null;
  /** Names the server that has the target, when this one could not look at it. */
  filesOn: string | null;
};

export type TargetChange = {
  /** Says what happened to the target. */
  message: string;
  /**
   * Says why the call cannot be carried out now, and what the person can do. Null means that the call can.
   */
  problem: string | null;
  /** Null means that nobody looked at the target, because no server can, so the call is as it was shown. */
  reshown: ReshownCall | null;
};

const absentWorkspace: TargetChange = { message: gone.message, problem: gone.advice, reshown: null };

type ReadyCall = Extract<BuiltCall, { status: 'ready' }>;

/** Looks at the target of a waiting call again and changes nothing. */
export async function lookAgain(
  services: Pick<Services, 'workspaces' | 'policy' | 'rules'>,
  run: Omit<CallContext, 'rejectedCallHashes'> & Pick<Run, 'workspaceId'>,
  call: ToolCall,
): Promise<CallNow> {
  const digest = digestOf(call.hash, call.targetFingerprint);
  const workspace = services.workspaces.find(run.workspaceId);
  // No server works any longer in a workspace that is not configured.
  if (workspace === null) return { digest, change: absentWorkspace, filesOn: null };
  // Where another server has the files, people sign what was shown. That server carries out the call only if the
  // target is still in this state.
  if (call.targetFingerprint === null) return { digest, change: null, filesOn: null };
  if (!workspace.isHere) return { digest, change: null, filesOn: workspace.server };
  const { toolbox } = services.workspaces.parts(run.workspaceId);
  const changedPath = await toolbox.findChangedTarget(call);
  if (changedPath === null) return { digest, change: null, filesOn: null };
  // The call waits, so no one has refused it.
  const built = await buildToolCall(call, { ...run, rejectedCallHashes: [] }, { ...services, toolbox });
  if (built.status === 'malformed') throw new Error(`The stored call ${call.id} is not valid`);
  const { preview } = built;
  const { headline, verdict, targetFingerprint } = built.call;
  const { message, problem } = await explainChange(toolbox, call, changedPath, built);
  return {
    digest: digestOf(call.hash, targetFingerprint ?? `${message} ${problem}`),
    change: { message, problem, reshown: { headline, verdict, targetFingerprint, preview } },
    filesOn: null,
  };
}

async function explainChange(
  toolbox: Toolbox,
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
