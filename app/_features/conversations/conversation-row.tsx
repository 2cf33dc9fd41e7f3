import Link from 'next/link';
import type { ConversationSummary } from '@/lib/contracts/conversations';
import { Highlighted } from '../../_ui/text/highlighted';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './conversation-row.module.css';

type Props = { conversation: ConversationSummary; search: string };

export function ConversationRow({ conversation, search }: Props) {
  return (
    <Link href={`/conversations/${conversation.id}`} className={classes['row']}>
      <span className={classes['title']}>
        <Highlighted text={conversation.title} search={search} />
      </span>
      {conversation.lastRunStatusText && (
        <span className={classes['status']} data-tone={toneOf(conversation.lastRunStatus)}>
          {conversation.lastRunStatusText}
        </span>
      )}
      <span className={classes['time']}>
        <TimeAgo iso={conversation.updatedAt} />
      </span>
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
