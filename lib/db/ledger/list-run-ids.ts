import { systemActor } from '../../domain/actor';
import type { Run } from '../../domain/run';
import type { RunId } from '../../shared/ids';
import type { Prisma } from '../generated/client';
import { readPart } from '../rows/read-row';
import { type Client, readRows } from '../rows/sound-rows';
import { withId, withStarter } from '../rows/stored-rows';

const orderBy: Prisma.RunOrderByWithRelationInput[] = [{ createdAt: 'asc' }, { id: 'asc' }];

/**
 * Lists the runs that meet a condition, oldest first, for work in the background. It leaves out a run without
 * a readable id, because nothing can work on it.
 */
export async function listRunIds(client: Client<'Run'>, where: Prisma.RunWhereInput): Promise<RunId[]> {
  const query = {
    where,
    orderBy,
    select: { id: true },
  } satisfies Prisma.RunFindManyArgs;
  const { items } = await readRows(client, 'Run', query, (row) => readPart('Run', withId, row).id);
  return items;
}

/** Lists the same runs with their people. Work for a run without a readable person counts as the system's. */
export async function listStartedRuns(
  client: Client<'Run'>,
  where: Prisma.RunWhereInput,
): Promise<Pick<Run, 'id' | 'startedBy' | 'workspaceId'>[]> {
  const query = {
    where,
    orderBy,
    select: { id: true, startedById: true, workspaceId: true },
  } satisfies Prisma.RunFindManyArgs;
  const { items } = await readRows(client, 'Run', query, (row) => ({
    id: readPart('Run', withId, row).id,
    workspaceId: row.workspaceId,
    startedBy: withStarter.safeParse(row).data?.startedById ?? systemActor.id,
  }));
  return items;
}
