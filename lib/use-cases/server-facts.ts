import type { GeneralSettings } from '../contracts/settings';
import type { Durability } from '../db/stores.port';
import type { Actor } from '../domain/actor';
import { resolveLimits } from '../domain/run';
import type { Services } from './services';

/** The database's durability settings are among the fields by their own names: `journalMode` and `synchronous` of SQLite. */
export type Health = {
  status: 'ok';
  database: Durability['kind'];
  activeRuns: number;
  pendingApprovals: number;
  /** Steps that a crash cut off and that wait for a person's answer. */
  unknownOutcomes: number;
};

export async function checkHealth(
  {
    installation,
    approvals,
    unknownOutcomes,
  }: Pick<Services, 'installation' | 'approvals' | 'unknownOutcomes'>,
  _actor: Actor,
): Promise<Health> {
  return {
    status: 'ok',
    database: installation.durability.kind,
    ...installation.durability.settings,
    activeRuns: installation.countActiveRuns(),
    pendingApprovals: await approvals.countPending(),
    unknownOutcomes: await unknownOutcomes.count(),
  };
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
