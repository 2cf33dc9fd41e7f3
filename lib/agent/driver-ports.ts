import type { LongReplyReader } from '../convention/long-reply';
import type { ModelCheckStore } from '../db/model-stores.port';
import type { RunStore } from '../db/run-store.port';
import type { ModelSource } from '../llm/model-source.port';
import type { Policy } from '../policy/policy';
import type { Clock } from '../runtime/clock.port';
import type { LiveUpdates } from '../runtime/live-updates.port';
import type { ErrorId, RunId } from '../shared/ids';
import type { Toolbox } from '../tools/toolbox.port';

/**
 * Everything the loop needs from outside. Any of it may throw: the run then ends with an event, and no exception leaves
 * the loop (`endBrokenRun`).
 */
export type DriverPorts = {
  runs: RunStore;
  toolbox: Toolbox;
  /** Judges each call once, when the model asks for it. */
  policy: Policy;
  live: Omit<
    LiveUpdates,
    'textSoFar' | 'waitSoFar' | 'publishTurn' | 'publishOutage' | 'outage' | 'subscribe'
  >;
  models: Pick<ModelSource, 'open'>;
  readLongReply: LongReplyReader;
  modelChecks: Pick<ModelCheckStore, 'findSchemaUse' | 'noteSchemaRefused'>;
  clock: Clock;
  /** Names this process in leases. */
  owner: string;
  /**
   * Runs whose end cannot be stored, because the file of the database is damaged. Nothing but a restart may change that, so no driver
   * takes them up again: it would ask the model, or repeat a tool, each time.
   */
  givenUp: Set<RunId>;
  leaseMs: number;
  /** A warning for the log; never holds secrets or file contents. */
  warn: (message: string, facts: Record<string, unknown>) => void;
  /** Logs an exception that no code foresaw, once, and answers the id that finds it in the log. */
  reportBug: (error: unknown) => ErrorId;
};
