/** A `place` is a folder with any contents. */
export type TargetKind = 'absent' | 'file' | 'folder' | 'place';

/**
 * Returns the kind of entry from which a built-in tool made the fingerprint. Returns null for null, and for a
 * fingerprint of another form.
 */
export function findTargetKind(fingerprint: string | null): TargetKind | null {
  return kinds.get(/^[a-z]*/.exec(fingerprint ?? '')?.[0] ?? '') ?? null;
}

const kinds: ReadonlyMap<string, TargetKind> = new Map([
  ['absent', 'absent'],
  ['file', 'file'],
  // A large file is above the size that tools read.
  ['large', 'file'],
  ['folder', 'folder'],
  ['place', 'place'],
]);
