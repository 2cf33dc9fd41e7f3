import { setTimeout as sleep } from 'node:timers/promises';
import { isDate } from 'node:util/types';
import { localActor } from '../../lib/domain/actor';
import { isTerminal, type Run } from '../../lib/domain/run';
import { startApp } from '../../lib/server/app';
import { AppError } from '../../lib/shared/app-error';
import type { RunId } from '../../lib/shared/ids';
import { createBuiltInTools } from '../../lib/tools/built-in-tools';
import { createConversation } from '../../lib/use-cases/conversations';
import { expireApproval } from '../../lib/use-cases/expire-approvals';
import { sendMessage } from '../../lib/use-cases/send-message';
import { checkHealth } from '../../lib/use-cases/server-facts';
import { startWorkflowRun } from '../../lib/use-cases/start-workflow-run';
import { settleOutcome, stopRun } from '../../lib/use-cases/steer-run';
import { buildTimeline } from '../../lib/use-cases/views/timeline';
import { decideAsShown } from '../decide-as-shown';
import { createOracleTools } from './oracle-tools';

/**
 * Starts a server without HTTP for tests that kill it. The server takes requests from its parent process and
 * answers each of them.
 */
const { services } = await startApp({
  tools: (parts) => [...createBuiltInTools(parts), ...createOracleTools(process.env['ORACLE_FILE'] ?? '')],
});

// A server that lost its folder goes on for a moment, and its writes then must not count.
process.on('SIGTERM', () => setTimeout(() => process.exit(), 1_000));

export type RunFacts = {
  runId: string;
  status: string;
  version: number;
  approvalId: string | null;
  expiresAtMs: number | null;
  /** Lists the types of the run's events in their order. */
  events: string[];
  /** The stored run is the sum of its stored events. */
  addsUp: boolean;
};

const RealDate = Date;
/** The start took this much processor time. */
let processorMs = 0;

const send = (conversationId: string, text: string): Promise<{ runId: string }> =>
  sendMessage(services, localActor, { conversationId, text, idempotencyKey: text });

async function findConversations(title: string): Promise<{ id: string }[]> {
  const { items } = await services.conversations.list({ search: title, cursor: null, limit: 100 });
  return items.filter((item) => 'title' in item && item.title === title);
}

const requests = {
  async start({ text }: { text: string }): Promise<{ runId: string }> {
    // A person who got no answer asks again in the same conversation, perhaps while the first server still works.
    for (const { id } of await findConversations(text)) {
      const run = await send(id, text).catch((error) => {
        if (error instanceof AppError && error.code === 'idempotency_key_reused') return null;
        throw error;
      });
      if (run) return run;
    }
    const { id } = await createConversation(services, localActor, { title: text });
    return send(id, text).catch((error) => {
      if (error instanceof AppError && error.code === 'idempotency_key_reused')
        return requests.start({ text });
      throw error;
    });
  },
  /** Starts a run whose requests expire soon. */
  startExpiring: ({ text }: { text: string }): Promise<{ runId: string }> =>
    startWorkflowRun(services, localActor, { workflowId: 'expiring', parameters: { text } }),
  startWaiting: ({ text }: { text: string }): Promise<{ runId: string }> =>
    startWorkflowRun(services, localActor, { workflowId: 'half-hour', parameters: { text } }),
  /** Sets the time, and its speed, for this process alone. */
  async setTime({ offsetMs, rate = 1 }: { offsetMs: number; rate?: number }): Promise<void> {
    const from = RealDate.now();
    const now = () => Math.round(from + (RealDate.now() - from) * rate + offsetMs);
    class ShiftedDate extends RealDate {
      constructor(...given: [] | [number | string | Date]) {
        if (given.length === 0) super(now());
        else super(...given);
      }
      static override now = now;
      // Dates from before this call are still instances of `Date`.
      static override [Symbol.hasInstance](value: unknown) {
        return isDate(value);
      }
    }
    globalThis.Date = ShiftedDate as unknown as DateConstructor;
  },
  /** Returns true when the run's request has expired. */
  expire: async ({ runId }: { runId: string }): Promise<boolean> =>
    (await expireApproval(services, runId as RunId)).state.status === 'expired',
  approve: ({ approvalId }: { approvalId: string }) =>
    decideAsShown(services, localActor, { approvalId, decision: 'approve' }).then(() => true),
  reject: ({ approvalId }: { approvalId: string }) =>
    decideAsShown(services, localActor, { approvalId, decision: 'reject' }).then(() => true),
  stop: ({ runId }: { runId: string }) => stopRun(services, localActor, { runId }).then(() => true),
  settle: ({ runId }: { runId: string }) =>
    settleOutcome(services, localActor, { runId, choice: 'worked', result: 'Done.' }).then(() => true),
  health: (_: Record<string, never>) => checkHealth(services, localActor),
  /** Returns the time of the clock that decides when a request expires. */
  now: async (_: Record<string, never>): Promise<number> => services.clock.now().getTime(),
  processorTime: async (_: Record<string, never>): Promise<number> => processorMs,
  /**
   * Returns the facts of these runs. Runs that have ended, and with `all` every run, come with their events.
   */
  async look({ runIds, all = false }: { runIds: string[]; all?: boolean }): Promise<(RunFacts | null)[]> {
    return Promise.all(
      runIds.map(async (runId) => {
        const run = await services.runs.find(runId as RunId);
        if (!run) return null;
        const { state } = run;
        const events = all || isTerminal(state.status) ? await services.runs.listEvents(run.id) : [];
        return {
          runId,
          status: state.status,
          version: run.version,
          approvalId: state.status === 'awaiting_approval' ? state.approvalId : null,
          expiresAtMs: state.status === 'awaiting_approval' ? (state.expiresAt?.getTime() ?? null) : null,
          events: events.map(({ event }) => event.type),
          addsUp: events.length === 0 || isSum(run, buildTimeline(run, events, String).run),
        };
      }),
    );
  },
};

const isSum = (run: Run, sum: Run) =>
  run.version === sum.version && JSON.stringify(run.state) === JSON.stringify(sum.state);

export type Requests = typeof requests;
export type RequestName = keyof Requests;

process.on('message', async ({ id, name, input }: { id: number; name: RequestName; input: never }) => {
  const answer = await requests[name](input).then(
    (value: unknown) => ({ id, value }),
    (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
  );
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());

// The server is ready when every run that needs a driver has one.
while ((await services.runs.listUndriven()).length > 0) await sleep(10);
const { user, system } = process.cpuUsage();
processorMs = (user + system) / 1_000;
process.send?.({ ready: true });
