import type { RunId } from '../../shared/ids';
import type { Prisma } from '../generated/client';
import { readPart } from '../rows/read-row';
import { type Client, readRows } from '../rows/sound-rows';
import { withId } from '../rows/stored-rows';

/**
 * Lists the runs that meet a condition, oldest first, for work in the background. It leaves out a run without
 * a readable id, because nothing can work on it.
 */
export async function listRunIds(client: Client<'Run'>, where: Prisma.RunWhereInput): Promise<RunId[]> {
  const query = {
    where,
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  } satisfies Prisma.RunFindManyArgs;
  const { items } = await readRows(client, 'Run', query, (row) => readPart('Run', withId, row).id);
  return items;
}
