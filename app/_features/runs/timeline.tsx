'use client';

import { memo, useState } from 'react';
import type { TimelineItem } from '@/lib/contracts/runs';
import { HeadlineText } from '../../_ui/text/headline-text';
import { DecisionStamp } from './decision-stamp';
import { foldSteps } from './fold-steps';
import { ItemIcon } from './item-icon';
import { PartialReply } from './partial-reply';
import classes from './timeline.module.css';
import { TimelineStep } from './timeline-step';

type Props = { runId: string; items: readonly TimelineItem[] };

/** The steps, one line each, oldest first; the middle of a long run is one press away. */
export function Timeline({ runId, items }: Props) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  if (items.length === 0) return null;
  const fold = isUnfolded ? null : foldSteps(items.length);
  const toItem = (item: TimelineItem) => <Item key={item.id} runId={runId} item={item} />;
  return (
    <ol className={classes['timeline']} aria-label="Steps">
      {fold && (
        <>
          {items.slice(0, fold.from).map(toItem)}
          <li className={classes['fold']}>
            <button type="button" onClick={() => setIsUnfolded(true)}>
              Show {fold.to - fold.from} more in between
            </button>
          </li>
        </>
      )}
      {items.slice(fold?.to ?? 0).map(toItem)}
    </ol>
  );
}

/** Renders again only when its own item changes: a run may have hundreds. */
const Item = memo(function Item({ runId, item }: { runId: string; item: TimelineItem }) {
  return (
    <li className={classes['item']} data-kind={item.kind}>
      <Line runId={runId} item={item} />
    </li>
  );
});

function Line({ runId, item }: { runId: string; item: TimelineItem }) {
  if (item.kind === 'decision' && item.decision)
    return <DecisionStamp headline={item.headline} decision={item.decision} at={item.at} />;
  if (item.kind === 'partial_reply') return <PartialReply item={item} />;
  if (item.kind === 'call') return <TimelineStep runId={runId} item={item} />;
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
