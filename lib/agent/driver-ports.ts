import type { LongReplyReader } from '../convention/long-reply';
import type { ModelCheckStore } from '../db/ports/model-stores.port';
import type { RunStore } from '../db/ports/run-store.port';
import type { RuleStore } from '../db/ports/stores.port';
import type { ModelSource } from '../models/model-source.port';
import type { Policy } from '../policy/policy';
import type { Clock } from '../runtime/clock.port';
import type { LiveUpdates } from '../runtime/live-updates.port';
import type { ErrorId, RunId } from '../shared/ids';
import type { Toolbox } from '../tools/toolbox.port';

/**
 * The loop needs all of these from outside. Any of them may throw: the run then ends with an event, and no
 * exception leaves the loop (`endBrokenRun`).
 */
export type DriverPorts = {
  runs: RunStore;
  /** Its list of tools stays the same while this driver works (`keepList`). */
  toolbox: Toolbox;
  /** Judges each call once, when the model asks for it. */
  policy: Policy;
  rules: Pick<RuleStore, 'list' | 'signing'>;
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
   * The end of these runs cannot be stored, because the database file is damaged. Only a restart may change
   * that, so no driver takes these runs up again: each time, it would ask the model or repeat a tool.
   */
  givenUp: Set<RunId>;
  leaseMs: number;
  /** Logs a warning, which never holds secrets or file contents. */
  warn: (message: string, facts: Record<string, unknown>) => void;
  /** Logs an exception that no code foresaw, once, and returns the id that finds it in the log. */
  reportBug: (error: unknown) => ErrorId;
};
