import { type BuiltCall, buildToolCall } from '../agent/build-tool-call';
import type { ApprovalView } from '../contracts/approvals';
import type { Actor } from '../domain/actor';
import { requireMaySign, toSignedThing } from '../policy/authorize';
import { AppError } from '../shared/app-error';
import type { JsonObject } from '../shared/json';
import { commitAsActor } from './commit-as-actor';
import { viewApproval } from './get-approvals';
import { loadApproval, loadApprovalBrief } from './load-by-id';
import { type RequestServices, requireWaiting } from './require-waiting';

/**
 * Replaces the call of a waiting request by a call of the same tool with other parameters. The new call goes
 * the way of a model's call: the tool checks and assesses it, the policy judges it, and it gets a preview and
 * a hash of its own. It waits even if the policy would ask nobody. Signatures on the earlier call no longer
 * count, and an approval of what was shown before gets `target_changed`. The run's events keep both calls.
 * Throws `already_decided` when nobody can decide any longer, `target_changed` when the request no longer
 * holds the call that the person saw (`callHash`), and `invalid_parameters` for a call that the tool or the
 * policy refuses, or that cannot work. Then nothing is recorded.
 */
export async function replaceCall(
  services: RequestServices,
  actor: Actor,
  { approvalId, callHash, parameters }: { approvalId: string; callHash: string; parameters: JsonObject },
): Promise<ApprovalView> {
  const { id, runId } = await loadApprovalBrief(services, approvalId);
  const run = await commitAsActor(services, actor, runId, async (current) => {
    const { call } = await requireWaiting(services, actor, id, current);
    requireMaySign(actor, toSignedThing(current.startedBy, call.verdict));
    if (call.hash !== callHash) {
      throw new AppError('target_changed', 'Someone changed this request. Review it, then change it again.', {
        approval: await viewApproval(services, actor, await loadApproval(services, id), current),
      });
    }
    const { toolbox } = services.workspaces.parts(current.workspaceId);
    const built = requireWorking(
      await buildToolCall({ ...call, parameters, layers: 0 }, current, { ...services, toolbox }),
    );
    if (built.call.hash === call.hash) return null;
    const replaced = { ...built.call, id: call.id };
    return { type: 'call_replaced', approvalId: id, call: replaced, preview: built.preview };
  });
  return viewApproval(services, actor, await loadApproval(services, id), run);
}

function requireWorking(built: BuiltCall): Extract<BuiltCall, { status: 'ready' }> {
  if (built.status === 'malformed') throw new AppError('invalid_parameters', built.message);
  const { verdict } = built.call;
  if (verdict.decision === 'deny') throw new AppError('invalid_parameters', verdict.reason);
  if (built.foreseenError) throw new AppError('invalid_parameters', built.foreseenError.message);
  return built;
}
