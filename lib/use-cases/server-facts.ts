import type { GeneralSettings } from '../contracts/settings';
import { countMetDamage } from '../db/damaged-row.port';
import { adviseOnOutage, DatabaseUnavailable, describeOutage } from '../db/database-unavailable.port';
import type { Durability } from '../db/stores.port';
import type { Actor } from '../domain/actor';
import { resolveLimits } from '../domain/run';
import type { Services } from './services';

/**
 * `degraded`: the server runs, and the database takes no writes. `problem` then says which folder, what is wrong and what to do; the
 * server tries again by itself. What cannot be read is null. The database's durability settings are among the fields by their own
 * names: `journalMode` and `synchronous` of SQLite.
 */
export type Health = {
  status: 'ok' | 'degraded';
  problem: string | null;
  database: Durability['kind'];
  commandsFoundBy: Services['installation']['commandsFoundBy'];
  activeRuns: number;
  /** Those of them that wait until another one finishes. */
  waitingRuns: number;
  pendingApprovals: number | null;
  /** Steps that a crash cut off and that wait for a person's answer. */
  unknownOutcomes: number | null;
  /** Damaged rows that were met since the server started. `npm run doctor` reads every row. */
  damagedRows: number;
};

export async function checkHealth(
  {
    installation,
    approvals,
    unknownOutcomes,
  }: Pick<Services, 'installation' | 'approvals' | 'unknownOutcomes'>,
  _actor: Actor,
): Promise<Health> {
  const [pendingApprovals, unknownCount] = await Promise.all([
    nullIfUnavailable(approvals.countPending()),
    nullIfUnavailable(unknownOutcomes.count()),
  ]);
  // Asked for last: a read that failed has just told of an outage.
  const problem = describeProblem(installation);
  return {
    status: problem === null ? 'ok' : 'degraded',
    problem,
    database: installation.durability.kind,
    ...installation.durability.settings,
    commandsFoundBy: installation.commandsFoundBy,
    activeRuns: installation.countActiveRuns(),
    waitingRuns: installation.countWaitingRuns(),
    pendingApprovals,
    unknownOutcomes: unknownCount,
    damagedRows: countMetDamage(),
  };
}

function describeProblem({ folders, findOutage }: Services['installation']): string | null {
  const outage = findOutage();
  return outage && `${describeOutage(outage)} It is in ${folders.data}. ${adviseOnOutage(outage)}`;
}

function nullIfUnavailable(count: Promise<number>): Promise<number | null> {
  return count.catch((error) => {
    if (error instanceof DatabaseUnavailable) return null;
    throw error;
  });
}

export async function getGeneralSettings(
  { installation, serverLimits }: Pick<Services, 'installation' | 'serverLimits'>,
  _actor: Actor,
): Promise<GeneralSettings> {
  const { folders, version } = installation;
  return {
    workspaceFolder: folders.workspace,
    dataFolder: folders.data,
    workflowsFolder: folders.workflows,
    limits: resolveLimits(serverLimits, serverLimits),
    version,
  };
}
