import type { ActorId } from '../shared/ids';
import { isSamePerson } from './actor';
import type { Verdict } from './verdict';

/**
 * Records one person's approval of a call in one state of its target. `digest` identifies both. A null digest
 * comes from events older than this rule, when one signature was enough.
 */
export type Signature = { by: ActorId; digest: string | null };

/**
 * Returns the signatures that count together once this one is added: those of different people on the same
 * digest. Signatures on an earlier state of the target no longer count. Returns null when this person has
 * signed exactly this already.
 */
export function addSignature(
  earlier: readonly Signature[],
  signature: Signature,
): readonly Signature[] | null {
  const counting = earlier.filter(({ digest }) => digest === signature.digest);
  return counting.some(({ by }) => isSamePerson(by, signature.by)) ? null : [...counting, signature];
}

/** Returns how many people must sign before the call may run. */
export function countNeeded(verdict: Verdict): number {
  return verdict.decision === 'ask' ? verdict.signatures : 1;
}

/** Returns how many more people must sign before the call may run. */
export function countMissing(verdict: Verdict, signatures: readonly Signature[]): number {
  return Math.max(0, countNeeded(verdict) - signatures.length);
}
