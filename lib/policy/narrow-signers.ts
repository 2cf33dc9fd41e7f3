import type { Signers } from '../domain/signers';
import type { SigningSetting } from '../domain/signing';
import type { Verdict } from '../domain/verdict';

/**
 * Narrows who signs a call that asks, as the file of its run's workflow says, and as the settings say for a
 * high risk. More signatures than the rules ask for are added, and never taken away. Any other verdict stays.
 */
export function narrowSigners(
  verdict: Verdict,
  signers: Signers | null,
  { highRisk }: SigningSetting,
): Verdict {
  if (verdict.decision !== 'ask') return verdict;
  const isOthers = verdict.risk === 'high' && highRisk === 'other_approver';
  const { role = null, count = 1, notRequester: isAskedByFile = false } = signers ?? {};
  const notRequester = isAskedByFile || isOthers;
  const { signatures: byRules } = verdict;
  if (role === null && !notRequester && count <= byRules) return verdict;
  return { ...verdict, signatures: Math.max(byRules, count), signers: { role, notRequester, byRules } };
}
