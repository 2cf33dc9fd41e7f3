import type { Risk } from './verdict';

/**
 * A tool states these facts about one call before anything runs. An assessment decides nothing; `lib/policy`
 * does.
 */
export type Assessment = {
  effect: Effect;
  /**
   * Lists the workspace paths that the call names, as the call gives them. It is empty when the call names
   * none.
   */
  touches: readonly TouchedPath[];
  /** Holds the tool's own estimate. Policy may raise it, never lower it. */
  risk: Risk;
  /** Explains the risk to a person in one sentence: "Replaces everything in an existing file." */
  reason: string;
  /** Says in one sentence why no one may allow the call. Null means that nothing forbids it. */
  refusal: string | null;
};

/** Names the kind of effect that a call has on the world. `unknown` means that its tool cannot tell. */
export type Effect = 'reads' | 'changes' | 'runs' | 'sends' | 'unknown';

/** Names a path and the call's effect on it. */
export type TouchedPath = {
  path: string;
  how: 'read' | 'written' | 'deleted' | 'moved_from' | 'moved_to';
  /** Policy sets this where the call writes the path in another Unicode form: rules see `path` in NFC. */
  asWritten?: string | undefined;
};

/** Replaces the assessment of a tool that failed to make one. */
export const unknownAssessment: Assessment = {
  effect: 'unknown',
  touches: [],
  risk: 'high',
  reason: 'Countersign could not tell what this would do.',
  refusal: null,
};
