import { type Actor, localActor, systemActor } from '../../domain/actor';
import { sampleCall, sampleRun } from '../../domain/fixtures/sample-run';
import type { Run } from '../../domain/run';
import { noWork, type RunEvent } from '../../domain/run-event';
import type { ToolCall } from '../../domain/tool-call';
import { type ApprovalId, createId } from '../../shared/ids';
import type { CreateRun, RunStore } from '../run-store.port';

/** Writes runs in the states that tests of stores begin with. Each is in a new conversation unless `conversationId` is given. */
export function writeRuns(runs: RunStore) {
  const start = (change: Partial<Run> = {}, request: Partial<CreateRun> = {}) =>
    runs.create({
      run: sampleRun(
        { status: 'queued' },
        { id: createId('run'), conversationId: createId('cnv'), version: 0, ...change },
      ),
      conversationTitle: 'A title',
      isNewConversation: change.conversationId === undefined,
      message: 'Please',
      openingMessages: [{ role: 'user', content: 'Please' }],
      systemPrompt: { id: 'default', version: 1 },
      workflow: { id: 'w', revision: 'r', source: 's' },
      key: null,
      ...request,
    });
  const append = (run: Run, events: readonly RunEvent[], actor: Actor = systemActor) =>
    runs.commit(run, events, { actor, owner: null });

  return {
    start,
    append,
    /** A run that waits for a signature. */
    async pending(callChange: Partial<ToolCall> = {}, change: Partial<Run> = {}, expiresAt?: Date) {
      const call = sampleCall({ id: createId('call'), ...callChange });
      const approvalId = createId('apr');
      const { run } = await start(change);
      const requested: RunEvent = {
        type: 'tool_call_requested',
        call,
        reply: '{}',
        commentary: '',
        approvalId,
        expiresAt,
        preview: [],
        foreseenError: null,
        activeMs: 1,
      };
      return { run: await append(run, [{ type: 'run_started' }, requested]), call, approvalId };
    },
    async answered(title: string, parameters: Run['parameters'], text: string, change: Partial<Run> = {}) {
      const { run } = await start({ parameters, ...change }, { conversationTitle: title, message: null });
      return append(run, [{ type: 'run_started' }, { type: 'text_replied', text, activeMs: 1 }]);
    },
    cancel: (run: Run) => append(run, [{ type: 'run_cancelled', ...noWork }], localActor),
  };
}

/** The event of a request whose time is over. */
export function toExpired(pending: { call: ToolCall; approvalId: ApprovalId }): RunEvent {
  return { type: 'approval_expired', approvalId: pending.approvalId, callId: pending.call.id };
}

type DecidedEvent = Extract<RunEvent, { type: 'approval_decided' }>;

/** The event of a person's yes. */
export function toApproved(pending: { call: ToolCall; approvalId: ApprovalId }): DecidedEvent {
  return {
    type: 'approval_decided',
    approvalId: pending.approvalId,
    callId: pending.call.id,
    decision: { decision: 'approve' },
    digest: 'digest',
  };
}

/** The same work this many times at once. */
export function atOnce<T>(times: number, work: (index: number) => Promise<T>) {
  return Promise.allSettled(Array.from({ length: times }, (_, index) => work(index)));
}

export function fulfilled<T>(results: readonly PromiseSettledResult<T>[]): T[] {
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

export function refusals(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
}

/** The items of all pages; `between` runs after each page. */
export async function readPages<Item>(
  list: (cursor: string | null) => Promise<{ items: Item[]; nextCursor: string | null }>,
  between: () => Promise<unknown> = async () => {},
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: Item[]; nextCursor: string | null } = await list(cursor);
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor) await between();
  } while (cursor);
  return items;
}
