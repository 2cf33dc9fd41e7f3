import type { WriteTransaction } from '../ports/database';
import { readOne } from './read-each';

/** Reads the row of a setting as it is stored. Returns null when there is none. Throws `DamagedRow`. */
export function readSetting({ setting }: Pick<WriteTransaction, 'setting'>, key: string) {
  return readOne('Setting', { key }, () => setting.findUnique({ where: { key } }));
}
