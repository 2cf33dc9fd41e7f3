import type { ActorId } from '../shared/ids';
import type { Verdict } from './verdict';

/**
 * One person's approval of a call in one state of its target. `digest` identifies both; null in events older than this
 * rule, when one signature was enough.
 */
export type Signature = { by: ActorId; digest: string | null };

/**
 * The signatures that count together after another one: those of different people on the same digest. Signatures on an
 * earlier state of the target no longer count. Null: this person has signed exactly this already.
 */
export function addSignature(
  earlier: readonly Signature[],
  signature: Signature,
): readonly Signature[] | null {
  const counting = earlier.filter(({ digest }) => digest === signature.digest);
  return counting.some(({ by }) => by === signature.by) ? null : [...counting, signature];
}

/** How many people must sign before the call may run. */
export function countNeeded(verdict: Verdict): number {
  return verdict.decision === 'ask' ? verdict.signatures : 1;
}

/** How many more people must sign before the call may run. */
export function countMissing(verdict: Verdict, signatures: readonly Signature[]): number {
  return Math.max(0, countNeeded(verdict) - signatures.length);
}
