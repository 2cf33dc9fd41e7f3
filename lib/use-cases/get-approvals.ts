import type {
  ApprovalFilter,
  ApprovalList,
  ApprovalState,
  ApprovalSummary,
  ApprovalView,
} from '../contracts/approvals';
import { searchWords } from '../contracts/search';
import type { Approval, ApprovalBrief, ListedApproval, UnknownOutcome } from '../db/ports/stores.port';
import type { Actor } from '../domain/actor';
import type { Run } from '../domain/run';
import type { RecordedEvent } from '../domain/run-event';
import type { ToolCall } from '../domain/tool-call';
import { toSignedThing, whyNotSettle } from '../policy/authorize';
import { loadApproval, loadApprovalBrief, loadRun } from './load-by-id';
import { loadTimeline } from './load-timeline';
import { type CallNow, digestOf, lookAgain } from './look-again';
import type { Services } from './services';
import { toApprovalSummary, toApprovalView, toSignatures, toSigner } from './views/approval-view';
import { toDamage } from './views/damaged-run';

const pageSize = 50;
/** A crash leaves at most as many unknown outcomes as runs that worked, which are far fewer. */
const mostOutcomes = 1_000;
/** Requests wait for the second of several signatures one by one, so a person has signed few of them. */
const mostSigned = 1_000;

export async function listApprovals(
  { approvals, unknownOutcomes, actors }: Pick<Services, 'approvals' | 'unknownOutcomes' | 'actors'>,
  actor: Actor,
  query: { filter: ApprovalFilter; search: string | null; cursor: string | null; limit?: number },
): Promise<ApprovalList> {
  const search = searchWords.parse(query.search);
  const [page, signable, signed, pendingOthers, unknown, unknownCount, nameOf] = await Promise.all([
    approvals.list({ limit: pageSize, ...query, search }),
    approvals.countPending(),
    approvals.list({ filter: 'signed', search: null, cursor: null, limit: mostSigned }),
    approvals.countOthers(),
    // Who may answer each is counted, so a short list of the page reads as many as a long one.
    unknownOutcomes.list(mostOutcomes),
    unknownOutcomes.count(),
    actors.names(),
  ]);
  const { scope: _, ...person } = actor;
  const isForOthers = ({ startedBy, verdict }: UnknownOutcome) =>
    whyNotSettle(person, toSignedThing(startedBy, verdict)) !== null;
  const forOthers = unknown.items.filter(isForOthers);
  const toSummary = (approval: ListedApproval) => toApprovalSummary(approval, actor, nameOf);
  const hasSigned = ({ signatures }: ApprovalSummary) => signatures?.isYours ?? false;
  // A request that the reader has signed waits for others.
  const signedAlready = signed.items.map(toSummary).filter(hasSigned);
  const pendingCount = signable - signedAlready.length;
  const onPage = page.items.map(toSummary);
  const listed = query.filter === 'others' ? forOthers : unknown.items.filter((one) => !isForOthers(one));
  return {
    approvals:
      query.filter === 'others'
        ? [...(query.cursor === null && search === null ? signedAlready : []), ...onPage]
        : onPage.filter((one) => !hasSigned(one)),
    damaged: [...page.damaged, ...unknown.damaged].map(toDamage),
    pendingCount,
    unknownOutcomes: listed.slice(0, query.limit ?? pageSize).map(({ verdict: __, ...outcome }) => ({
      ...outcome,
      startedBy: nameOf(outcome.startedBy),
      since: outcome.since.toISOString(),
    })),
    needsYouCount: pendingCount + unknownCount - forOthers.length,
    othersCount: pendingOthers + signedAlready.length + forOthers.length,
    nextCursor: page.nextCursor,
    role: actor.role,
  };
}

type ViewServices = Pick<
  Services,
  'approvals' | 'runs' | 'toolbox' | 'workspaces' | 'policy' | 'rules' | 'actors'
>;

export async function getApproval(
  services: ViewServices,
  actor: Actor,
  { approvalId }: { approvalId: string },
): Promise<ApprovalView> {
  const approval = await loadApproval(services, approvalId);
  return viewApproval(services, actor, approval, await loadRun(services, approval.runId));
}

export async function getApprovalState(
  services: ViewServices,
  actor: Actor,
  { approvalId }: { approvalId: string },
): Promise<ApprovalState> {
  const approval = await loadApprovalBrief(services, approvalId);
  const run = await loadRun(services, approval.runId);
  const now = await lookAtCall(services, approval, run);
  return {
    status: approval.status,
    digest: now.digest,
    signatures: toSignatures(approval, run.state, actor, now),
    whyNotSign: toSigner({ id: approval.id, runState: run.state, startedBy: run.startedBy }, actor, now)
      .whyNotSign,
  };
}

export async function viewApproval(
  services: Pick<Services, 'runs' | 'toolbox' | 'workspaces' | 'policy' | 'rules' | 'actors'>,
  actor: Actor,
  approval: Approval,
  run: Run,
  recorded?: readonly RecordedEvent[],
): Promise<ApprovalView> {
  // The request was read with its run's state in one piece, so a waiting call, its preview and its digest belong
  // together even if a person replaces it now.
  const state = approval.runState.status === 'awaiting_approval' ? approval.runState : run.state;
  const now = await lookAtCall(services, approval, { ...run, state });
  // The page and the driver read the same call: the one that the run holds. The call's own row serves the
  // time after it.
  const held = 'call' in state && state.call.id === approval.call.id ? state.call : null;
  const call = { ...approval.call, ...(held && pickShown(held)) };
  const [tool] = await services.toolbox.describe([call.tool]);
  const timeline = await loadTimeline(services, run, recorded);
  return toApprovalView(
    { ...approval, call, runState: state },
    actor,
    timeline,
    held?.terminate ?? false,
    now,
    tool,
    await services.toolbox.nameAct({
      tool: call.tool,
      preview: now.change?.reshown?.preview ?? call.preview,
    }),
  );
}

function pickShown({ tool, parameters, layers, headline }: ToolCall) {
  return { tool, parameters, layers, headline };
}

/** Shows a decided request as it was signed. Only a request that waits is compared with its target. */
async function lookAtCall(
  services: Pick<Services, 'workspaces' | 'policy' | 'rules'>,
  approval: ApprovalBrief,
  run: Run,
): Promise<CallNow> {
  const { state } = run;
  if (state.status === 'awaiting_approval' && state.approvalId === approval.id)
    return lookAgain(services, run, state.call);
  return { digest: digestOf(approval.callHash, null), change: null, filesOn: null };
}
