import type { Signers } from '../domain/signers';
import type { Verdict } from '../domain/verdict';

/**
 * Narrows who signs a call that asks, as the file of its run's workflow says. More signatures than the rules
 * ask for are added, and never taken away. Any other verdict stays.
 */
export function narrowSigners(verdict: Verdict, signers: Signers | null): Verdict {
  if (signers === null || verdict.decision !== 'ask') return verdict;
  const { count, ...who } = signers;
  return { ...verdict, signatures: Math.max(verdict.signatures, count), signers: who };
}
