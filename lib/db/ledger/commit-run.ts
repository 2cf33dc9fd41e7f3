import { setImmediate as nextTurn } from 'node:timers/promises';
import { needsDriver, type Run } from '../../domain/run';
import { failpoint } from '../../shared/failpoint';
import type { Database } from '../ports/database';
import {
  type DriverSource,
  type ReservedDriver,
  type RunStore,
  StaleRun,
  type TakenRun,
} from '../ports/run-store.port';
import type { RunChange, RunWriter, Taking } from '../ports/run-writer.port';
import { writeUnlessTaken } from '../rows/write-unless-taken';
import { createRun } from './create-run';
import { projectCommit } from './project-commit';
import { type PlannedCommit, planCommit, reduceBeginning, reduceEvents, toRecorded } from './run-change';

const longCharacters = 500_000;

/**
 * Creates the part of the runs' store that writes. A commit goes this way: `reduceEvents` decides,
 * `reduceBeginning` adds what a driver of this process begins with, `planCommit` says which rows change (all
 * three in `run-change`), `RunWriter` writes the run's own rows, and `projectCommit` those that people see.
 */
export function createRunCommits(database: Database): Pick<RunStore, 'create' | 'commit' | 'driveWith'> {
  let drivers: DriverSource = noDrivers;
  const commitPlanned = async (run: Run, commit: PlannedCommit): Promise<Run> => {
    const { after, change } = commit;
    const apply = async (runs: RunWriter) => {
      if (!(await runs.apply(change))) throw new StaleRun(run.id);
    };
    const isLong = isLongChange(change);
    // A driver that goes on writes only the rows of its run.
    const isRunAlone = change.driver === 'keep';
    if (isRunAlone && !isLong) await apply(database.runs);
    else {
      await database.write(
        async (transaction, runs) => {
          await apply(runs);
          if (!isRunAlone) await projectCommit(transaction, runs, run, commit);
        },
        { isLong },
      );
    }
    if (change.owner === null) failpoint('decision_committed');
    return after;
  };
  return {
    async create(request) {
      const { openingMessages } = request;
      return withDriver(drivers, request.run, async (driver) => {
        const characters = openingMessages.reduce((sum, { content }) => sum + content.length, 0);
        const { created, recorded } = await writeUnlessTaken(
          database,
          (transaction, runs) => createRun(transaction, runs, request, driver && toTaking(driver)),
          { isLong: characters > longCharacters },
        );
        failpoint('run_created');
        if (created.isNew && !driver)
          drivers.dispatch(created.run.id, created.run.startedBy, created.run.workspaceId);
        const ledger = { openingMessages, recorded };
        return { answer: created, taken: created.isNew ? { run: created.run, ledger } : null };
      });
    },
    async commit(run, events, { actor, owner, ledger: read }) {
      const at = new Date();
      const decided = reduceEvents(run, events, { by: actor.id, at });
      const last = decided.at(-1)?.run ?? run;
      if (owner !== null || !needsDriver(last.state.status))
        return commitPlanned(run, planCommit(run, decided, { owner }));
      return withDriver(drivers, run, async (driver) => {
        const steps = driver ? [...decided, ...reduceBeginning(last, at)] : decided;
        const taking = driver && toTaking(driver);
        const after = await commitPlanned(run, planCommit(run, steps, { owner, taking }));
        if (!driver) drivers.dispatch(run.id, run.startedBy, run.workspaceId);
        const ledger = read ? { ...read, recorded: [...read.recorded, ...toRecorded(steps)] } : null;
        return { answer: after, taken: { run: after, ledger } };
      });
    },

    driveWith(source) {
      drivers = source;
    },
  };
}

/** Tells whether writing the change in one piece may keep the event loop busy for too long. */
function isLongChange({ events, calls }: RunChange): boolean {
  const texts = [
    ...events.map(({ payloadJson }) => payloadJson),
    ...calls.map((call) => ('outcomeJson' in call ? call.outcomeJson : call.row.outcomeJson)),
    ...calls.map((call) => ('previewJson' in call ? call.previewJson : null)),
  ];
  return texts.reduce((sum, text) => sum + (text?.length ?? 0), 0) > longCharacters;
}

/** Leaves every run to the sweep, which finds its request. */
const noDrivers: DriverSource = { dispatch: () => {}, reserve: () => null };

const toTaking = ({ owner, leaseMs }: ReservedDriver): Taking => ({ owner, leaseMs });

/**
 * Writes with a driver that may take the run in the same commit. `taken` is the run as that driver begins
 * with it. The driver begins nothing when `taken` is null or `work` throws.
 */
async function withDriver<Answer>(
  drivers: DriverSource,
  run: Pick<Run, 'id' | 'startedBy' | 'workspaceId'>,
  work: (driver: ReservedDriver | null) => Promise<{ answer: Answer; taken: TakenRun | null }>,
): Promise<Answer> {
  const driver = drivers.reserve(run.id, run.startedBy, run.workspaceId);
  let taken: TakenRun | null = null;
  let answer: Answer;
  try {
    ({ answer, taken } = await work(driver));
  } finally {
    if (taken) driver?.take(taken);
    else driver?.decline();
  }
  // The call begins before its writer builds an answer to a person.
  if (driver && taken) await nextTurn();
  return answer;
}
