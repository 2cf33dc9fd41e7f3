import type { ApprovalSummary } from '@/lib/contracts/approvals';
import { HeadlineText } from '../../_ui/text/headline-text';

type Result = NonNullable<ApprovalSummary['result']>;

const words = {
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
  unknown: 'Outcome unknown: the server stopped during it',
} as const;

/** Shows the outcome of an approved call. */
export function CallResult({ result }: { result: Result }) {
  const hasExited = result.status === 'done' && result.summary?.startsWith('exit code ') === true;
  return (
    <>
      {result.warning ?? (hasExited ? 'Ran' : words[result.status])}
      {result.summary && !saysAlready(result.warning, result.summary) && (
        <>
          {hasExited ? ', ' : ': '}
          <HeadlineText text={result.summary} />
        </>
      )}
    </>
  );
}

/**
 * Says whether the warning already contains the summary: "Ended with exit code 1" needs no "exit code 1"
 * after it.
 */
function saysAlready(warning: string | null, summary: string): boolean {
  return warning?.toLowerCase().includes(summary.toLowerCase()) ?? false;
}

/** Says whether an approved call did not run, ended badly, or has an unknown outcome. */
export function isBadResult(result: Result | null): boolean {
  if (result === null) return false;
  return result.warning !== null || ['failed', 'stopped', 'unknown'].includes(result.status);
}
