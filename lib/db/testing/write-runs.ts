import { type Actor, localActor, systemActor } from '../../domain/actor';
import { sampleCall, sampleRun } from '../../domain/fixtures/sample-run';
import type { Presentation } from '../../domain/presentation';
import type { Run } from '../../domain/run';
import { noWork, type RunEvent } from '../../domain/run-event';
import type { ToolCall } from '../../domain/tool-call';
import { type ApprovalId, createId } from '../../shared/ids';
import type { CreateRun, RunStore } from '../ports/run-store.port';

/**
 * Writes runs in the states that tests of stores begin with. Each has a new conversation unless
 * `conversationId` is given.
 */
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
    /** Writes a run of this many steps, each with this result and preview. */
    async worked(steps: number, step: WorkedStep, change: Partial<Run> = {}) {
      let { run } = await start({
        limits: { maxSteps: steps + 1, maxActiveMs: 300_000, maxMalformedReplies: 3 },
        ...change,
      });
      run = await append(run, [{ type: 'run_started' }]);
      for (let number = 1; number <= steps; number += 1) run = await append(run, toEvents(number, step));
      run = await append(run, [{ type: 'text_replied', text: 'Done.', activeMs: 1 }]);
      return { run, conversationId: run.conversationId };
    },
    cancel: (run: Run) => append(run, [{ type: 'run_cancelled', ...noWork }], localActor),
  };
}

type WorkedStep = { result: string; preview?: string };

function toEvents(step: number, { result, preview }: WorkedStep): RunEvent[] {
  const toText = (text: string): Presentation => ({ kind: 'text', title: 'Text', text, language: null });
  const verdict = { ruleId: null, decision: 'allow', risk: 'low', reason: '' } as const;
  const call = sampleCall({ id: createId('call'), step, tool: 'read_file', verdict });
  const outcome = { ok: true, summary: '1 line', modelText: result, detail: toText(result) } as const;
  return [
    {
      type: 'tool_call_requested',
      call,
      reply: '{}',
      commentary: '',
      approvalId: null,
      preview: preview === undefined ? [] : [toText(preview)],
      foreseenError: null,
      activeMs: 1,
    },
    { type: 'tool_started', callId: call.id },
    { type: 'tool_finished', callId: call.id, outcome, durationMs: 1, activeMs: 1 },
  ];
}

export function toExpired(pending: { call: ToolCall; approvalId: ApprovalId }): RunEvent {
  return { type: 'approval_expired', approvalId: pending.approvalId, callId: pending.call.id };
}

type DecidedEvent = Extract<RunEvent, { type: 'approval_decided' }>;

export function toApproved(pending: { call: ToolCall; approvalId: ApprovalId }): DecidedEvent {
  return {
    type: 'approval_decided',
    approvalId: pending.approvalId,
    callId: pending.call.id,
    decision: { decision: 'approve' },
    digest: 'digest',
  };
}

export function atOnce<T>(times: number, work: (index: number) => Promise<T>) {
  return Promise.allSettled(Array.from({ length: times }, (_, index) => work(index)));
}

export function fulfilled<T>(results: readonly PromiseSettledResult<T>[]): T[] {
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

export function refusals(results: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
}

/** Returns the items of all pages. `between` runs between two pages. */
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
