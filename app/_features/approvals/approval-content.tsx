'use client';

import { IconEyeExclamation } from '@tabler/icons-react';
import type { ApprovalView } from '@/lib/contracts/approvals';
import { NameValues } from '../../_ui/presentation/name-values';
import { PresentationView } from '../../_ui/presentation/presentation-view';
import { Callout } from '../../_ui/state/callout';
import { formatSize } from '../../_ui/text/format-size';
import { countRevealed } from '../../_ui/text/reveal-characters';
import classes from './approval-content.module.css';
import { ApprovalContext } from './approval-context';

/** The exact content that is signed for. */
export function ApprovalContent({ approval }: { approval: ApprovalView }) {
  const { preview, parameters } = approval;
  const hidden = parameters.reduce((sum, { value }) => sum + countRevealed(value), 0);
  const size = formatSize(parameters.map(({ value }) => value).join(''));
  return (
    <div className={classes['content']}>
      {hidden > 0 && (
        <Callout
          tone="needs-you"
          icon={<IconEyeExclamation size={17} />}
          title={`${hidden} ${hidden === 1 ? 'character is' : 'characters are'} drawn as escapes`}
        >
          They would be invisible, look like a space, or change the direction of the text.
        </Callout>
      )}
      {preview.map((presentation, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: previews of one request have a fixed order
        <PresentationView key={index} presentation={presentation} />
      ))}
      {parameters.length > 0 &&
        (preview.length === 0 ? (
          <NameValues title="Exactly this" rows={parameters} />
        ) : (
          <details className={classes['more']}>
            <summary>
              Everything exactly as it will be given <span className={classes['dim']}>{size}</span>
            </summary>
            <NameValues title="Values" rows={parameters} />
          </details>
        ))}
      <ApprovalContext approval={approval} />
    </div>
  );
}
