import type { Damage } from '../../contracts/damage';
import type { RunHeader, RunView } from '../../contracts/runs';
import { DamagedRow } from '../../db/ports/damaged-row.port';
import { ForbiddenTransition } from '../../domain/reduce-run';
import type { Run } from '../../domain/run';
import { isId } from '../../shared/ids';
import { toRunHeader } from './run-header';

export const toDamage = ({ id, message }: Damage): Damage => ({ id, message });

/**
 * Returns what is damaged when reading a run failed with this error, or null when the error is another one.
 */
export function findDamage(error: unknown, run: Pick<Run, 'id'>): DamagedRow | null {
  if (error instanceof DamagedRow) return error;
  if (error instanceof ForbiddenTransition) return new DamagedRow('RunEvent', run.id, error.message);
  return null;
}

/**
 * Shows a run whose ledger cannot be read: its request, and what is wrong in the place of its outcome. Throws
 * the error that the reading failed with if it is another one.
 */
export function toDamagedHeader(run: Run, error: unknown): RunHeader {
  const damage = findDamage(error, run);
  if (!damage) throw error;
  return {
    ...toRunHeader(run, { refusedHeadline: null, hasDoneSteps: false, nameOf: () => '' }),
    ...damagedState,
    outcome: toDamagedOutcome(damage, run.updatedAt),
  };
}

/**
 * Shows a run of which nothing can be read, on the page that begins at `cursor`. Two such runs of a
 * conversation have two ids, even if neither has a readable one.
 */
export function toUnreadableRun(damage: Damage, conversationId: string, cursor: string | null): RunView {
  const unknown = new Date(0);
  return {
    header: {
      id: cursor === null || isId('run', damage.id) ? damage.id : `${damage.id}, behind ${cursor}`,
      conversationId,
      version: 0,
      ...damagedState,
      steps: 0,
      maxSteps: 0,
      activeMs: 0,
      maxActiveMs: 0,
      usage: null,
      outcome: toDamagedOutcome(damage, unknown),
    },
    title: 'Damaged run',
    workflowId: null,
    kind: 'agent',
    values: [],
    parameters: {},
    message: null,
    startedBy: '',
    startedById: '',
    createdAt: unknown.toISOString(),
    whyNotStart: null,
    pickedModelId: null,
    modelName: '',
    timeline: [],
    streamingText: '',
  };
}

const damagedState = {
  status: 'failed',
  statusText: 'Damaged',
  isActive: false,
  expectsEvents: false,
  approvalId: null,
  unknownOutcome: null,
  clockRunningSince: null,
  total: { steps: 0, activeMs: 0 },
} as const;

function toDamagedOutcome({ message }: Damage, at: Date): NonNullable<RunHeader['outcome']> {
  return {
    kind: 'failed',
    failure: 'damaged_data',
    message,
    answer: null,
    reason: null,
    by: null,
    at: at.toISOString(),
    canContinue: false,
  };
}
