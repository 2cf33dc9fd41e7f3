'use client';

import { Button } from '@mantine/core';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { IconQuestionMark, IconSignature } from '@/app/_ui/icons/icons';
import type { ApprovalList } from '@/lib/contracts/approvals';
import { usePendingApprovals } from '../../_client/approval-queries';
import { useConversationNews } from '../../_client/conversation-news';
import { useRunIfAny } from '../../_client/run-queries';
import { useWatchedRunId } from '../../_client/watched-run';
import { toPlainHeadline } from '../../_ui/text/code-parts';
import { HeadlineText } from '../../_ui/text/headline-text';
import { Highlighted } from '../../_ui/text/highlighted';
import { WaitingTime } from '../../_ui/time/waiting-time';
import { ExpiresIn } from './expires-in';
import { openApproval } from './open-approval';
import { useAboveDock } from './use-above-dock';
import classes from './waiting-bar.module.css';

type Props = {
  /** The server's first answer is shown until the browser's own request returns. */
  fromPage: ApprovalList | null;
};

/**
 * Shows a pill over every page without moving anything. The pill says that something needs the person: a
 * request closed without a decision, or a step with an unknown outcome.
 */
export function WaitingBar({ fromPage }: Props) {
  const pathname = usePathname();
  const pill = useAboveDock();
  const asked = usePendingApprovals().data;
  const list = asked ?? fromPage;
  const { data: watched } = useRunIfAny(useWatchedRunId());
  const hasNewsHere = useConversationNews(pathname.match(/^\/conversations\/([^/]+)$/)?.[1] ?? null) !== null;
  if (!list || pathname.startsWith('/approvals')) return null;
  const approval = list.approvals.find(({ id }) => id === watched?.header.approvalId) ?? list.approvals[0];
  const unknown = list.unknownOutcomes[0];
  const first = [
    ...(approval ? [{ ...approval, approvalId: approval.id, since: approval.requestedAt }] : []),
    ...(unknown ? [{ ...unknown, approvalId: null, expiresAt: null }] : []),
    // A loaded conversation itself shows what it needs.
  ].find(({ conversationId }) => hasNewsHere || pathname !== `/conversations/${conversationId}`);
  if (!first) return null;
  const { approvalId } = first;
  const Icon = approvalId === null ? IconQuestionMark : IconSignature;
  return (
    <section ref={pill} className={classes['pill']} aria-label="Needs you" data-pill>
      <Icon size={18} className={classes['icon']} aria-hidden />
      <p className={classes['words']} title={toPlainHeadline(first.headline)}>
        <strong>{approvalId === null ? 'Did this step finish?' : 'Needs you'}</strong>{' '}
        <HeadlineText text={first.headline} />
        <span className={classes['origin']}>
          {' '}
          · <Highlighted text={first.workflowTitle} />
        </span>
      </p>
      {asked && (
        <span className={classes['time']}>
          <WaitingTime since={first.since} />
          {first.expiresAt !== null && (
            <>
              {' · '}
              <ExpiresIn iso={first.expiresAt} />
            </>
          )}
        </span>
      )}
      <div className={classes['actions']}>
        {list.needsYouCount > 1 && (
          <Button
            component={Link}
            href="/approvals"
            size="xs"
            variant="subtle"
            color="amber"
            className={classes['all']}
          >
            All {list.needsYouCount}
          </Button>
        )}
        {approvalId === null ? (
          <Button component={Link} href={`/conversations/${first.conversationId}`} size="xs">
            Answer
          </Button>
        ) : (
          <Button size="xs" onClick={() => openApproval(approvalId)}>
            Review
          </Button>
        )}
      </div>
    </section>
  );
}
