import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** Tells whether two paths lead to one database file. Neither has to exist. */
export function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((file) => statSync(file, { throwIfNoEntry: false }));
  if (first && second) return first.ino === second.ino && first.dev === second.dev;
  return !first && !second && toRealPlace(one) === toRealPlace(other);
}

/** A file that is missing will be created in the folder to which its path leads. */
function toRealPlace(file: string): string {
  const folder = path.resolve(path.dirname(file));
  try {
    return path.join(realpathSync(folder), path.basename(file));
  } catch {
    return path.join(folder, path.basename(file));
  }
}
