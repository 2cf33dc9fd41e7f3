import type { ApprovalSummary } from '@/lib/contracts/approvals';
import type { Reading } from '../../_ui/reading/use-reading';

/** Past this length, reaching the end does not suggest that a person has read the text. */
export const veryLongFromScreens = 20;

/** `impossible` means that the target changed and the call would fail. The request itself says how. */
export type ReadingLock = 'not_laid_out' | 'end_not_seen' | 'not_accepted' | 'impossible';

/**
 * Says why a person may not approve a request yet. They must have seen the end of a high-risk request. For a
 * very long one, they must accept its length instead.
 */
export function findReadingLock(
  risk: ApprovalSummary['risk'],
  { place, hasSeenEnd }: Pick<Reading, 'place' | 'hasSeenEnd'>,
  isAccepted: boolean,
): ReadingLock | null {
  if (place === null) return 'not_laid_out';
  if (risk !== 'high' || isAccepted) return null;
  if (place.screens > veryLongFromScreens) return 'not_accepted';
  return hasSeenEnd ? null : 'end_not_seen';
}

/**
 * Returns a text such as "3 more screens. Read to the end to approve." It is empty when there is nothing to
 * say.
 */
export function describeReading(screensBelow: number, lock: ReadingLock | null): string {
  const below = Math.ceil(screensBelow);
  const more = below === 0 ? '' : `${below} more ${below === 1 ? 'screen' : 'screens'}.`;
  if (lock === 'end_not_seen') return `${more} Read to the end to approve.`.trim();
  if (lock === 'not_accepted') return `${more} Check the box to approve.`.trim();
  if (lock === 'impossible') return `${more} This cannot be approved now.`.trim();
  return more;
}
