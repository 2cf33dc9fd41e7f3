import { Text } from '@mantine/core';
import Link from 'next/link';
import { IconArrowRight, IconLock } from '@/app/_ui/icons/icons';
import type { ApprovalSummary } from '@/lib/contracts/approvals';
import { Highlighted } from '../../_ui/text/highlighted';
import classes from './approval-panel.module.css';

type Props = Pick<ApprovalSummary, 'conversationId' | 'conversationTitle'> & { className: string };

/** Leads from a request to its conversation. Someone else’s private conversation has neither title nor link. */
export function ConversationLink({ conversationId, conversationTitle, className }: Props) {
  if (conversationId === null || conversationTitle === null)
    return (
      <Text size="sm" c="dimmed" className={classes['private'] ?? ''}>
        <IconLock size={14} aria-hidden /> A private conversation
      </Text>
    );
  return (
    <Link href={`/conversations/${conversationId}`} className={className}>
      <Highlighted text={conversationTitle} /> <IconArrowRight size={14} aria-hidden />
    </Link>
  );
}
