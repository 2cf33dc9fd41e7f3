import { VisuallyHidden } from '@mantine/core';
import Link from 'next/link';
import { IconLock } from '@/app/_ui/icons/icons';
import type { ConversationSummary } from '@/lib/contracts/conversations';
import { HeadlineText } from '../text/headline-text';
import { Highlighted } from '../text/highlighted';
import { TimeAgo } from '../time/time-ago';
import { useWorkspaceName } from '../workspaces/workspace-names';
import { RunIcon } from './run-icon';
import classes from './run-row.module.css';
import { toRunTone } from './run-tone';

type Props = {
  conversation: ConversationSummary;
  search?: string;
  /** `time` shows only the time of day, for rows below a heading with the day. */
  when?: 'age' | 'time';
};

/**
 * Shows a conversation in a list as the state of its last run. The dot shows the state, and words name only
 * an exception.
 */
export function RunRow({ conversation, search = '', when = 'age' }: Props) {
  const { id, title, excerpt, updatedAt, isPrivate, isYours, startedBy } = conversation;
  const { lastRunStatus, lastRunStatusText, lastRunException, lastRunIcon, lastRunDamage, lastRunLine } =
    conversation;
  const workspace = useWorkspaceName(conversation.workspaceId);
  const tone = toRunTone(lastRunStatus);
  const line = excerpt ?? lastRunDamage?.message ?? lastRunLine;
  return (
    <Link
      href={`/conversations/${id}`}
      className={classes['row']}
      data-tone={conversation.needsYou || tone !== 'needs-you' ? tone : 'active'}
    >
      <span className={classes['icon']}>
        <RunIcon name={lastRunIcon} />
      </span>
      <span className={classes['title']}>
        {isPrivate && (
          <>
            <IconLock size={14} role="img" aria-label="Private" />{' '}
          </>
        )}
        <Highlighted text={title} search={search} />
        {workspace !== null && (
          <span className={classes['starter']}>
            {' · '}
            <Highlighted text={workspace} />
          </span>
        )}
        {!isYours && (
          <span className={classes['starter']}>
            {' · '}
            <Highlighted text={startedBy} />
          </span>
        )}
      </span>
      {lastRunException === null ? (
        <VisuallyHidden>{lastRunStatusText}</VisuallyHidden>
      ) : (
        <span className={classes['exception']}>{lastRunException}</span>
      )}
      {lastRunStatus !== null && <span className={classes['dot']} aria-hidden />}
      <span className={classes['time']}>
        <TimeAgo iso={updatedAt} as={when} />
      </span>
      {line !== null && (
        <span className={classes['line']}>
          {excerpt === null ? <HeadlineText text={line} /> : <Highlighted text={line} search={search} />}
        </span>
      )}
    </Link>
  );
}
