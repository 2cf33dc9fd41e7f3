import { useEffect } from 'react';
import { IconFileAlert } from '@/app/_ui/icons/icons';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { announce } from '../../_ui/state/announcer';
import { Callout } from '../../_ui/state/callout';
import { HeadlineText } from '../../_ui/text/headline-text';

/**
 * Says that the target has changed since the model made the request. The content below already shows the new
 * change.
 */
export function TargetChange({ approval: { targetChange } }: { approval: ApprovalView }) {
  const words = targetChange && `${targetChange.message} ${targetChange.problem ?? advice}`;
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  if (!targetChange) return null;
  const { message, problem } = targetChange;
  return (
    <Callout
      tone="needs-you"
      icon={<IconFileAlert size={17} />}
      title={<HeadlineText text={message.replace(/\.$/, '')} />}
    >
      {problem === null ? advice : <HeadlineText text={problem} />}
    </Callout>
  );
}

const advice = 'Below is what approving would do now.';
