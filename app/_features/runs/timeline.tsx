import type { TimelineItem } from '@/lib/contracts/runs';
import { HeadlineText } from '../../_ui/text/headline-text';
import { RevealedText } from '../../_ui/text/revealed-text';
import { DecisionStamp } from './decision-stamp';
import { ItemIcon } from './item-icon';
import classes from './timeline.module.css';
import { TimelineStep } from './timeline-step';

type Props = { runId: string; items: readonly TimelineItem[] };

/** What happened, one line each, oldest first. */
export function Timeline({ runId, items }: Props) {
  if (items.length === 0) return null;
  return (
    <ol className={classes['timeline']} aria-label="Steps">
      {items.map((item) => (
        <li key={item.id} className={classes['item']} data-kind={item.kind}>
          <Line runId={runId} item={item} />
        </li>
      ))}
    </ol>
  );
}

function Line({ runId, item }: { runId: string; item: TimelineItem }) {
  if (item.kind === 'decision' && item.decision)
    return <DecisionStamp decision={item.decision} at={item.at} />;
  if (item.kind === 'call') return <TimelineStep runId={runId} item={item} />;
  return (
    <div className={classes['plain']}>
      <ItemIcon status={item.status} />
      <span>
        <HeadlineText text={item.headline} />
        {item.summary && (
          <>
            : <RevealedText text={item.summary} />
          </>
        )}
      </span>
    </div>
  );
}
