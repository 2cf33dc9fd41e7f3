import type { Risk } from './verdict';

/** Facts about one call, stated by its tool before anything runs. An assessment decides nothing: `lib/policy` does. */
export type Assessment = {
  effect: Effect;
  /** The workspace paths that the call names, as it gives them. Empty when it names none. */
  touches: readonly TouchedPath[];
  /** The tool's own estimate. Policy may raise it, never lower it. */
  risk: Risk;
  /** One sentence for a person that explains the risk: "Replaces everything in an existing file." */
  reason: string;
  /** One sentence: why no one may allow the call. Null: nothing forbids it. */
  refusal: string | null;
};

/** The kind of effect that a call has on the world. `unknown`: its tool cannot tell. */
export type Effect = 'reads' | 'changes' | 'runs' | 'sends' | 'unknown';

/** A path and the call's effect on it. */
export type TouchedPath = { path: string; how: 'read' | 'written' | 'deleted' | 'moved_from' | 'moved_to' };

/** Stands in for the assessment of a tool that failed to make one. */
export const unknownAssessment: Assessment = {
  effect: 'unknown',
  touches: [],
  risk: 'high',
  reason: 'Countersign could not tell what this would do.',
  refusal: null,
};
