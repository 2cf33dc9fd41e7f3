/** A sample file that is not as it was delivered. `movedTo`: an unchanged copy of it is there. */
export type SampleChange = { path: string; kind: 'changed' | 'missing'; movedTo: string | null };

/** A file that stays as it is, and why, in words for a person. */
export type KeptFile = { path: string; reason: string };

export type SampleState = {
  /** False: this workspace was not created with sample files, so its files are never touched here. */
  isOffered: boolean;
  changes: SampleChange[];
  /** The last reset, as far as it can still be undone. */
  undo: { at: string; paths: string[] } | null;
};

/** The sample files of a new workspace. Changes no other file, except that an unchanged sample that was moved goes back. */
export interface SampleFiles {
  look(): Promise<SampleState>;
  /** Puts every sample file back. What that replaces or removes is kept for `undo`. Answers what it could not put back. Throws `not_found` where it is not offered. */
  reset(): Promise<KeptFile[]>;
  /** Undoes the last reset. A file that has changed since then stays, and can be undone later. Throws `not_found` when there is none. */
  undo(): Promise<KeptFile[]>;
}
