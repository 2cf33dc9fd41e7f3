'use client';

import { IconChevronRight } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useId, useState } from 'react';
import type { TimelineItem } from '@/lib/contracts/runs';
import { loadPart } from '../../_ui/state/load-part';
import { HeadlineText } from '../../_ui/text/headline-text';
import { RevealedText } from '../../_ui/text/revealed-text';
import { formatDuration } from '../../_ui/time/format-time';
import { ItemIcon } from './item-icon';
import { ModelWords } from './model-words';
import classes from './timeline.module.css';

const StepDetails = dynamic(() =>
  loadPart(() => import('./step-details')).then((module) => module.StepDetails),
);

/** One step on one line; its details load when a person opens it. */
export function TimelineStep({ runId, item }: { runId: string; item: TimelineItem }) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const canOpen = item.hasDetail || item.commentary !== null;
  const line = (
    <>
      <ItemIcon status={item.status} warning={item.warning} />
      <span className={classes['headline']}>
        <HeadlineText text={item.headline} />
        {item.summary && (
          <>
            {' '}
            <span
              className={classes['summary']}
              data-status={item.warning === null ? item.status : 'warning'}
            >
              <RevealedText text={item.summary} />
            </span>
          </>
        )}
      </span>
      {item.durationMs !== null && (
        <span className={classes['duration']}>{formatDuration(item.durationMs)}</span>
      )}
    </>
  );
  return (
    <>
      {canOpen ? (
        <button
          type="button"
          className={classes['line']}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setIsOpen(!isOpen)}
        >
          {line}
          <IconChevronRight size={15} className={classes['chevron']} aria-hidden />
        </button>
      ) : (
        <div className={classes['line']}>{line}</div>
      )}
      <div id={detailsId} className={classes['details']} hidden={!isOpen}>
        {isOpen && item.commentary !== null && <ModelWords text={item.commentary} />}
        {isOpen && item.answeredBy !== null && (
          <p className={classes['answeredBy']}>
            Answered by <RevealedText text={item.answeredBy} />
          </p>
        )}
        {isOpen && item.hasDetail && <StepDetails runId={runId} itemId={item.id} status={item.status} />}
      </div>
    </>
  );
}
