import { createHash } from 'node:crypto';
import type { RuleStore } from '../db/ports/stores.port';
import type { Obstacle } from '../domain/obstacle';
import type { Presentation } from '../domain/presentation';
import type { Run } from '../domain/run';
import type { ToolCall, ToolError } from '../domain/tool-call';
import { narrowSigners } from '../policy/narrow-signers';
import type { Policy } from '../policy/policy';
import { createId } from '../shared/ids';
import { canonicalJson, type JsonObject } from '../shared/json';
import type { PreparedCall, Toolbox } from '../tools/toolbox.port';

/** A model, or a workflow's plan, asks for a call with these parts. */
export type CallRequest = Pick<ToolCall, 'tool' | 'parameters' | 'terminate' | 'layers' | 'step'>;

/** Tells the policy what it needs to know about the call's run. */
export type CallContext = Pick<Run, 'tools' | 'workflowId' | 'startedBy' | 'rejectedCallHashes' | 'signers'>;

/** `rules` is read for each call, so that a revoked rule no longer counts. */
export type CallPorts = {
  toolbox: Pick<Toolbox, 'prepare'>;
  policy: Policy;
  rules: Pick<RuleStore, 'list' | 'signing'>;
};

export type BuiltCall =
  | Extract<PreparedCall, { status: 'malformed' }>
  | {
      status: 'ready';
      call: ToolCall;
      /** The person who decides sees this. It is empty for calls that never ask. */
      preview: Presentation[];
      /** Says why the call cannot work, so no one is asked. It is null when the policy denies the call. */
      foreseenError: ToolError | null;
      /**
       * Says why the call cannot work, for a person. It is missing when the call can work, or when its tool
       * names no obstacle.
       */
      obstacle?: Obstacle | undefined;
    };

/**
 * Assesses and judges a call, and gives it a fresh id. The loop, the plan of a direct workflow and the second
 * look at a waiting call all use it. It executes nothing, and it never throws for anything a model may send.
 */
export async function buildToolCall(
  request: CallRequest,
  { tools, workflowId, startedBy, rejectedCallHashes, signers }: CallContext,
  { toolbox, policy, rules }: CallPorts,
): Promise<BuiltCall> {
  const { tool, parameters, terminate, layers, step } = request;
  const prepared = await toolbox.prepare({ tool, parameters, listed: tools });
  if (prepared.status === 'malformed') return prepared;
  const { assessment, headline, isIdempotent, targetFingerprint, preview } = prepared;
  const hash = hashCall({ tool, parameters });
  const judged = policy.judge(
    {
      tool,
      assessment,
      workflowId,
      startedBy,
      isListed: tools.includes(tool),
      wasRefused: rejectedCallHashes.includes(hash),
    },
    await rules.list(),
  );
  const verdict = narrowSigners(judged, signers, await rules.signing());
  return {
    status: 'ready',
    call: {
      id: createId('call'),
      step,
      tool,
      parameters,
      terminate,
      layers,
      hash,
      headline,
      verdict,
      isIdempotent,
      targetFingerprint,
    },
    preview,
    foreseenError: verdict.decision === 'deny' ? null : prepared.foreseenError,
    obstacle: prepared.obstacle,
  };
}

/**
 * Returns the SHA-256 (hexadecimal) of a call's canonical form. An approval is bound to it, and to nothing
 * else.
 */
export function hashCall(call: { tool: string; parameters: JsonObject }): string {
  return createHash('sha256')
    .update(canonicalJson({ tool: call.tool, parameters: call.parameters }))
    .digest('hex');
}
