import Link from 'next/link';
import type { ConversationSummary } from '@/lib/contracts/conversations';
import { HeadlineText } from '../../_ui/text/headline-text';
import { Highlighted } from '../../_ui/text/highlighted';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './conversation-row.module.css';

type Props = { conversation: ConversationSummary; search: string };

export function ConversationRow({ conversation, search }: Props) {
  const { id, title, excerpt, lastRunDamage, lastRunStatus, lastRunStatusText, updatedAt } = conversation;
  return (
    <Link href={`/conversations/${id}`} className={classes['row']}>
      <span className={classes['title']}>
        <Highlighted text={title} search={search} />
      </span>
      {/* Without a run it stays empty, so that the time keeps its column. */}
      <span className={classes['status']} data-tone={toneOf(lastRunStatus)}>
        {lastRunStatusText && <HeadlineText text={lastRunStatusText} />}
      </span>
      <span className={classes['time']}>
        <TimeAgo iso={updatedAt} />
      </span>
      {lastRunDamage && <span className={classes['damage']}>{lastRunDamage.message}</span>}
      {excerpt && (
        <span className={classes['excerpt']}>
          <Highlighted text={excerpt} search={search} />
        </span>
      )}
    </Link>
  );
}

function toneOf(status: ConversationSummary['lastRunStatus']): string {
  switch (status) {
    case 'awaiting_approval':
    case 'outcome_unknown':
      return 'needs-you';
    case 'failed':
      return 'danger';
    case 'queued':
    case 'calling_model':
    case 'tool_ready':
    case 'tool_running':
      return 'active';
    default:
      return 'plain';
  }
}
