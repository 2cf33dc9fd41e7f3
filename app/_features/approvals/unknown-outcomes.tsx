'use client';

import Link from 'next/link';
import type { ApprovalList } from '@/lib/contracts/approvals';
import { SheetList } from '../../_ui/shell/sheet-list';
import { HeadlineText } from '../../_ui/text/headline-text';
import { Highlighted } from '../../_ui/text/highlighted';
import { WaitingTime } from '../../_ui/time/waiting-time';
import rows from './approvals.module.css';
import classes from './unknown-outcomes.module.css';

/** Lists steps that a crash cut off. Each links to its conversation, which asks whether the step finished. */
export function UnknownOutcomes({ outcomes: unknown }: { outcomes: ApprovalList['unknownOutcomes'] }) {
  if (unknown.length === 0) return null;
  return (
    <section className={classes['section']} aria-labelledby="unknown-outcomes">
      <h2 id="unknown-outcomes" className={classes['title']}>
        {unknown.length === 1 ? 'Did this step finish?' : 'Did these steps finish?'}
      </h2>
      <SheetList label="Unknown outcomes">
        {unknown.map(({ runId, conversationId, conversationTitle, headline, since }) => (
          <li key={runId}>
            <Link href={`/conversations/${conversationId}`} className={rows['row']}>
              <span className={rows['headline']}>
                <HeadlineText text={headline} />
              </span>
              <span className={rows['facts']}>
                <Highlighted text={conversationTitle} /> · the server stopped during this step ·{' '}
                <span className={classes['state']}>
                  waiting <WaitingTime since={since} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </SheetList>
    </section>
  );
}
