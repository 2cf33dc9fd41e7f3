import { createHash } from 'node:crypto';
import type { Presentation } from '../domain/presentation';
import type { ToolCall, ToolError } from '../domain/tool-call';
import type { Policy } from '../policy/policy';
import { canonicalJson } from '../shared/canonical-json';
import { createId } from '../shared/ids';
import type { JsonObject } from '../shared/json';
import type { PreparedCall, Toolbox } from '../tools/toolbox.port';

/** A call as a model, or a workflow's plan, asks for it. */
export type CallRequest = Pick<ToolCall, 'tool' | 'parameters' | 'terminate' | 'layers' | 'step'>;

/** The run that a call belongs to, as far as policy needs it. */
export type CallContext = {
  /** The tools that the run's workflow lists. */
  tools: readonly string[];
  /** Hashes of the calls that a person refused earlier in the run. */
  rejectedCallHashes: readonly string[];
};

export type BuiltCall =
  | Extract<PreparedCall, { status: 'malformed' }>
  | {
      status: 'ready';
      call: ToolCall;
      /** Drawn for the person who decides. Empty for calls that never ask. */
      preview: Presentation[];
      /** The call cannot work, so no one is asked. Null when policy denies it. */
      foreseenError: ToolError | null;
    };

/**
 * Assesses and judges a call, and gives it a fresh id. The same for the loop, for the plan of a direct workflow and for a
 * second look at a waiting call. Nothing is executed. Never throws for anything a model may send.
 */
export async function buildToolCall(
  request: CallRequest,
  { tools, rejectedCallHashes }: CallContext,
  { toolbox, policy }: { toolbox: Pick<Toolbox, 'prepare'>; policy: Policy },
): Promise<BuiltCall> {
  const { tool, parameters, terminate, layers, step } = request;
  const prepared = await toolbox.prepare({ tool, parameters, listed: tools });
  if (prepared.status === 'malformed') return prepared;
  const { assessment, headline, isIdempotent, targetFingerprint, preview } = prepared;
  const hash = hashCall({ tool, parameters });
  const verdict = policy.judge({
    assessment,
    isListed: tools.includes(tool),
    wasRefused: rejectedCallHashes.includes(hash),
  });
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
  };
}

/** SHA-256 (hexadecimal) of a call's canonical form. An approval is bound to it, and to nothing else. */
export function hashCall(call: { tool: string; parameters: JsonObject }): string {
  return createHash('sha256')
    .update(canonicalJson({ tool: call.tool, parameters: call.parameters }))
    .digest('hex');
}
