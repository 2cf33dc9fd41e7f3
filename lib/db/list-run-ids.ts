import type { RunId } from '../shared/ids';
import { partDamaged } from './damaged-row.port';
import type { WriteTransaction } from './database';
import type { Prisma } from './generated/client';
import { mapSound, readEach } from './read-each';
import { readPart } from './read-row';
import { withId } from './stored-rows';

/** The runs of a condition, oldest first, for work in the background. One whose id cannot be read is left out: nothing can be done with it. */
export async function listRunIds(
  { run }: Pick<WriteTransaction, 'run'>,
  where: Prisma.RunWhereInput,
): Promise<RunId[]> {
  const selected: Prisma.RunFindManyArgs = { where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] };
  const findIds = (part: Prisma.RunFindManyArgs) => run.findMany({ ...part, select: { id: true } });
  const rows = await readEach('Run', selected, findIds, findIds);
  return partDamaged(mapSound(rows, (row) => readPart('Run', withId, row, row.id).id)).items;
}
