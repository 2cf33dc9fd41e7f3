'use client';

import { memo, useState } from 'react';
import type { TimelineItem } from '@/lib/contracts/runs';
import { HeadlineText } from '../../_ui/text/headline-text';
import { DecisionNote } from './decision-note';
import { foldSteps } from './fold-steps';
import { ItemIcon } from './item-icon';
import { pairSignatures, type TimelineRow } from './pair-signatures';
import { PartialReply } from './partial-reply';
import classes from './timeline.module.css';
import { TimelineStep } from './timeline-step';

type Props = { runId: string; items: readonly TimelineItem[] };

/** Lists the steps, oldest first, one line each. One press opens the middle of a long run. */
export function Timeline({ runId, items }: Props) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  // A step fades in only when it arrives while a person watches.
  const [atFirst] = useState(() => new Set(items.map(({ id }) => id)));
  if (items.length === 0) return null;
  const rows = pairSignatures(items);
  const fold = isUnfolded ? null : foldSteps(rows.length);
  const toItem = ({ item, signature }: TimelineRow) => (
    <Item key={item.id} runId={runId} item={item} signature={signature} isNew={!atFirst.has(item.id)} />
  );
  return (
    <ol className={classes['timeline']} aria-label="Steps">
      {fold && (
        <>
          {rows.slice(0, fold.from).map(toItem)}
          <li className={classes['fold']}>
            <button type="button" onClick={() => setIsUnfolded(true)}>
              Show {fold.to - fold.from} more in between
            </button>
          </li>
        </>
      )}
      {rows.slice(fold?.to ?? 0).map(toItem)}
    </ol>
  );
}

type ItemProps = TimelineRow & { runId: string };

/** Renders again only when its own item changes, because a run may have hundreds. */
const Item = memo(function Item({ runId, item, signature, isNew }: ItemProps & { isNew: boolean }) {
  return (
    <li className={classes['item']} data-kind={item.kind} data-new={isNew || undefined}>
      <Line runId={runId} item={item} signature={signature} />
    </li>
  );
});

function Line({ runId, item, signature }: ItemProps) {
  if (item.kind === 'decision' && item.decision) return <DecisionNote item={item} decision={item.decision} />;
  if (item.kind === 'partial_reply') return <PartialReply item={item} />;
  if (item.kind === 'call') return <TimelineStep runId={runId} item={item} signature={signature} />;
  return (
    <div className={classes['plain']}>
      <ItemIcon status={item.status} warning={item.warning} />
      <span>
        <HeadlineText text={item.headline} />
        {item.summary && (
          <>
            : <HeadlineText text={item.summary} />
          </>
        )}
      </span>
    </div>
  );
}
