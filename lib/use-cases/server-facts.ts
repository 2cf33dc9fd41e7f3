import type { HealthStatus } from '../auth/ask-door';
import type { GeneralSettings } from '../contracts/settings';
import { countMetDamage } from '../db/ports/damaged-row.port';
import {
  adviseOnOutage,
  describeOutage,
  isDatabaseFault,
  type Outage,
} from '../db/ports/database-unavailable.port';
import type { Durability } from '../db/ports/stores.port';
import type { Actor } from '../domain/actor';
import { resolveLimits } from '../domain/run';
import type { Services } from './services';

/**
 * `degraded` means that the server runs, but the database takes no writes (the server tries again by itself),
 * or a part of its file is damaged. `problem` then says which folder, what is wrong and what to do. `draining`
 * means that the server ends as soon as its tools have finished. A count that cannot be read is null. The
 * fields include the database's durability settings by their own names: `journalMode` and `synchronous` of
 * SQLite.
 */
export type Health = {
  status: HealthStatus;
  problem: string | null;
  /** Damage hides the rows that it hits; everything else is saved as before. */
  isSaving: boolean;
  database: Durability['kind'];
  commandsFoundBy: Services['installation']['commandsFoundBy'];
  activeRuns: number;
  /** Counts the active runs that wait until another one finishes. */
  waitingRuns: number;
  pendingApprovals: number | null;
  /** Counts the steps that a crash cut off and that wait for a person's answer. */
  unknownOutcomes: number | null;
  /** Counts the damaged rows that were met since the server started. `npm run doctor` reads every row. */
  damagedRows: number;
};

/** A server that drains says so first, because nothing new should come to it. */
export function toHealthStatus(facts: { isDraining: boolean; outage: Outage | null }): HealthStatus {
  if (facts.isDraining) return 'draining';
  return facts.outage === null ? 'ok' : 'degraded';
}

export async function checkHealth(
  {
    installation,
    approvals,
    unknownOutcomes,
  }: Pick<Services, 'installation' | 'approvals' | 'unknownOutcomes'>,
  _actor: Actor,
): Promise<Health> {
  const waiting = await countWaiting({ approvals, unknownOutcomes });
  // The outage comes last, because a read that failed has just reported it.
  const outage = installation.findOutage();
  const problem = outage && describeProblem(outage, installation.folders.data);
  return {
    status: toHealthStatus({ isDraining: installation.isDraining(), outage }),
    problem,
    isSaving: outage === null || outage.reason === 'damaged',
    database: installation.durability.kind,
    ...installation.durability.settings,
    commandsFoundBy: installation.commandsFoundBy,
    activeRuns: installation.countActiveRuns(),
    waitingRuns: installation.countWaitingRuns(),
    ...waiting,
    damagedRows: countMetDamage(),
  };
}

/** Counts what waits for people. A count that cannot be read is null. */
export async function countWaiting({
  approvals,
  unknownOutcomes,
}: Pick<Services, 'approvals' | 'unknownOutcomes'>): Promise<
  Pick<Health, 'pendingApprovals' | 'unknownOutcomes'>
> {
  const [pending, unknown] = await Promise.all([
    nullIfUnavailable(approvals.countPending()),
    nullIfUnavailable(unknownOutcomes.count()),
  ]);
  return { pendingApprovals: pending, unknownOutcomes: unknown };
}

function describeProblem(outage: Outage, folder: string): string {
  return `${describeOutage(outage)} It is in ${folder}. ${adviseOnOutage(outage)}`;
}

function nullIfUnavailable(count: Promise<number>): Promise<number | null> {
  return count.catch((error) => {
    if (isDatabaseFault(error)) return null;
    throw error;
  });
}

export async function getGeneralSettings(
  { installation, serverLimits, workspaces }: Pick<Services, 'installation' | 'serverLimits' | 'workspaces'>,
  _actor: Actor,
): Promise<GeneralSettings> {
  const { folders, version, profile } = installation;
  const [only, ...others] = workspaces.list();
  return {
    workspaceFolder: others.length === 0 ? (only?.folder ?? null) : null,
    dataFolder: folders.data,
    workflowsFolder: folders.workflows,
    limits: resolveLimits(serverLimits, serverLimits),
    version,
    profile,
  };
}
