/** `place`: a folder, whatever is in it. */
export type TargetKind = 'absent' | 'file' | 'folder' | 'place';

/** The kind of entry that a fingerprint of a built-in tool was made of. Null for null, and for a fingerprint of another form. */
export function findTargetKind(fingerprint: string | null): TargetKind | null {
  return kinds.get(/^[a-z]*/.exec(fingerprint ?? '')?.[0] ?? '') ?? null;
}

const kinds: ReadonlyMap<string, TargetKind> = new Map([
  ['absent', 'absent'],
  ['file', 'file'],
  // Above the size that tools read.
  ['large', 'file'],
  ['folder', 'folder'],
  ['place', 'place'],
]);
