import type { RunId } from '../../shared/ids';
import type { Prisma } from '../generated/client';
import { partDamaged } from '../ports/damaged-row.port';
import type { WriteTransaction } from '../ports/database';
import { mapSound, readEach } from '../rows/read-each';
import { readPart } from '../rows/read-row';
import { withId } from '../rows/stored-rows';

/**
 * Lists the runs that meet a condition, oldest first, for work in the background. It leaves out a run without
 * a readable id, because nothing can work on it.
 */
export async function listRunIds(
  { run }: Pick<WriteTransaction, 'run'>,
  where: Prisma.RunWhereInput,
): Promise<RunId[]> {
  const selected: Prisma.RunFindManyArgs = { where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] };
  const findIds = (part: Prisma.RunFindManyArgs) => run.findMany({ ...part, select: { id: true } });
  const rows = await readEach('Run', selected, findIds, findIds);
  return partDamaged(mapSound(rows, (row) => readPart('Run', withId, row, row.id).id)).items;
}
