import type { ListedEntry as ListedEntryView } from '../../contracts/files';
import type { ListedEntry } from '../../tools/workspace/files.port';

export function toListedEntryView({ modifiedAt, ...entry }: ListedEntry): ListedEntryView {
  return { ...entry, modifiedAt: modifiedAt.toISOString() };
}
