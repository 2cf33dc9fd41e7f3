import { hasErrorCode, mayHaveSucceeded } from '../../_client/api-error';
import type { Fate } from './judge-unanswered';

/**
 * Says what happened to an answer that failed, and what to do next. It never claims that nothing was recorded
 * unless that is known.
 */
export function explainFailedDecision(error: Error, fate: Fate = 'unknown'): string {
  if (!mayHaveSucceeded(error)) return `Nothing was recorded: ${error.message}`;
  if (fate === 'not_recorded')
    return 'Your answer did not get through, so nothing was recorded. Countersign answers again: send it once more.';
  const what = hasErrorCode(error, 'unreachable') ? 'Countersign could not be reached.' : error.message;
  return `${what} Your answer may have been recorded. This page asks until Countersign answers.`;
}
