/** This sample file is not as it was delivered. An unchanged copy of it is at `movedTo`. */
export type SampleChange = { path: string; kind: 'changed' | 'missing'; movedTo: string | null };

/** This file stays as it is. `reason` tells a person why. */
export type KeptFile = { path: string; reason: string };

export type SampleState = {
  /**
   * This is false when this workspace was not created with sample files. Its files are then never touched
   * here.
   */
  isOffered: boolean;
  changes: SampleChange[];
  /** Describes the last reset, as far as it can still be undone. */
  undo: { at: string; paths: string[] } | null;
};

/**
 * Manages the sample files of a new workspace. It changes no other file, except that an unchanged sample that
 * was moved goes back. A change calls `begin` when it is not refused, before it touches a file, and does nothing
 * if that throws.
 */
export interface SampleFiles {
  look(): Promise<SampleState>;
  /**
   * Puts every sample file back, and keeps for `undo` what that replaces or removes. Returns the files that
   * it could not put back. Throws `not_found` where the reset is not offered.
   */
  reset(begin?: () => Promise<void>): Promise<KeptFile[]>;
  /**
   * Undoes the last reset. A file that has changed since then stays, and can be undone later. Throws
   * `not_found` when there is no reset.
   */
  undo(begin?: () => Promise<void>): Promise<KeptFile[]>;
}
