'use client';

import { IconEyeExclamation } from '@tabler/icons-react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { ExactValues } from '../../_ui/presentation/exact-values';
import { PresentationView } from '../../_ui/presentation/presentation-view';
import { Callout } from '../../_ui/state/callout';
import { countRevealed } from '../../_ui/text/reveal-characters';
import classes from './approval-content.module.css';
import { ApprovalContext } from './approval-context';
import { TargetChange } from './target-change';

/** The exact content that is signed for. */
export function ApprovalContent({ approval }: { approval: ApprovalView }) {
  const { preview, parameters } = approval;
  const hidden = parameters.reduce((sum, { value }) => sum + countRevealed(value), 0);
  return (
    <div className={classes['content']}>
      <TargetChange approval={approval} />
      {hidden > 0 && (
        <Callout
          tone="needs-you"
          icon={<IconEyeExclamation size={17} />}
          title={
            hidden === 1 ? '1 character is drawn as an escape' : `${hidden} characters are drawn as escapes`
          }
        >
          {hidden === 1 ? 'It' : 'They'} would be invisible, look like a space, or change the direction of the
          text.
        </Callout>
      )}
      {preview.map((presentation, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: previews of one request have a fixed order
        <PresentationView key={index} presentation={presentation} />
      ))}
      <ExactValues title="Everything exactly as it will be given" values={parameters} shown={preview} />
      <ApprovalContext approval={approval} />
    </div>
  );
}
