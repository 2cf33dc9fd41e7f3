import type { ActorId } from '../../shared/ids';
import type { WriteTransaction } from '../ports/database';

/** Stores the value of a setting with who changed it. `value` has the form that `storedRows.Setting` reads. */
export async function writeSetting(
  { setting }: Pick<WriteTransaction, 'setting'>,
  key: string,
  value: object,
  updatedById: ActorId,
): Promise<void> {
  const data = { valueJson: JSON.stringify(value), updatedById, updatedAt: new Date() };
  await setting.upsert({ where: { key }, create: { key, ...data }, update: data });
}
