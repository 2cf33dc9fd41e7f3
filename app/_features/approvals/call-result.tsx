import type { ApprovalSummary } from '@/lib/contracts/approvals';
import { RevealedText } from '../../_ui/text/revealed-text';

const words = {
  running: 'Running',
  done: 'Carried out',
  failed: 'Tried and failed',
  stopped: 'Stopped',
  unknown: 'Outcome unknown: the server stopped during it',
} as const;

/** What came of an approved call. */
export function CallResult({ result }: { result: NonNullable<ApprovalSummary['result']> }) {
  return (
    <>
      {result.warning ?? words[result.status]}
      {result.summary && (
        <>
          : <RevealedText text={result.summary} />
        </>
      )}
    </>
  );
}
