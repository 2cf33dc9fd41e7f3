'use client';

import { useId, useState } from 'react';
import { IconChevronRight } from '@/app/_ui/icons/icons';
import type { TimelineItem } from '@/lib/contracts/runs';
import { onDemand } from '../../_ui/state/on-demand';
import { HeadlineText } from '../../_ui/text/headline-text';
import { RevealedText } from '../../_ui/text/revealed-text';
import { formatDuration } from '../../_ui/time/format-time';
import { DecisionLink } from './decision-note';
import { describeModelCall } from './describe-model-call';
import { ItemIcon } from './item-icon';
import { LinkedHeadline } from './linked-headline';
import { ModelWords } from './model-words';
import classes from './timeline.module.css';

const StepDetails = onDemand(() => import('./step-details').then((module) => module.StepDetails));

type Props = { runId: string; item: TimelineItem; signature: TimelineItem | null };

/** Shows one step on one line. Its details load when a person opens it. */
export function TimelineStep({ runId, item, signature }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const labelId = useId();
  const detailsId = useId();
  const canOpen = item.hasDetail || item.commentary !== null;
  const words = (
    <span id={labelId} className={classes['words']}>
      <ItemIcon status={item.status} warning={item.warning} />
      <span className={classes['headline']}>
        <LinkedHeadline text={item.headline} links={item.links} />
        {item.summary && (
          <>
            {' '}
            <span
              className={classes['summary']}
              data-status={item.warning === null ? item.status : 'warning'}
            >
              <HeadlineText text={item.summary} />
            </span>
          </>
        )}
      </span>
    </span>
  );
  return (
    <>
      <div className={classes['line']}>
        {words}
        {signature?.decision && <DecisionLink item={signature} decision={signature.decision} />}
        {item.durationMs !== null && (
          <span className={classes['duration']}>{formatDuration(item.durationMs)}</span>
        )}
        {canOpen && (
          // The button covers the line except for its links, because a button cannot contain links.
          <button
            type="button"
            className={classes['toggle']}
            aria-labelledby={labelId}
            aria-expanded={isOpen}
            aria-controls={detailsId}
            onClick={() => setIsOpen(!isOpen)}
          >
            <IconChevronRight size={15} className={classes['chevron']} aria-hidden />
          </button>
        )}
      </div>
      <div id={detailsId} className={classes['details']} hidden={!isOpen}>
        {isOpen && item.commentary !== null && <ModelWords text={item.commentary} />}
        {isOpen && item.answeredBy !== null && (
          <p className={classes['answeredBy']}>
            Answered by <RevealedText text={item.answeredBy} />
          </p>
        )}
        {isOpen && item.modelCall !== null && (
          <p className={classes['modelCall']}>{describeModelCall(item.modelCall)}</p>
        )}
        {isOpen && item.hasDetail && (
          <StepDetails runId={runId} itemId={item.id} shown={`${item.status} ${item.summary ?? ''}`} />
        )}
      </div>
    </>
  );
}
