'use client';

import { Badge, Button, Text } from '@mantine/core';
import type { InvitationView } from '@/lib/contracts/accounts';
import { useChangePeople } from '../../_client/people-queries';
import { SheetList } from '../../_ui/shell/sheet-list';
import { announce } from '../../_ui/state/announcer';
import { RevealedName } from '../../_ui/text/revealed-name';
import { roleWords } from '../../_ui/text/role-words';
import { TimeAgo } from '../../_ui/time/time-ago';
import classes from './people.module.css';

/** Lists the invitations that nobody has used, and withdraws one. */
export function Invitations({ invitations }: { invitations: InvitationView[] }) {
  if (invitations.length === 0) return null;
  return (
    <>
      <h3 className={classes['title']}>Open invitations</h3>
      <SheetList label="Open invitations">
        {invitations.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      </SheetList>
    </>
  );
}

function Invitation({ invitation }: { invitation: InvitationView }) {
  const { id, email, role, invitedBy, expiresAt, isExpired } = invitation;
  const change = useChangePeople();
  const withdraw = () =>
    change.mutate(
      { type: 'withdraw', id },
      { onSuccess: () => announce(`The invitation for ${email} was withdrawn.`) },
    );
  return (
    <li className={classes['invited']}>
      <div className={classes['words']}>
        <div className={classes['head']}>
          <h4>{email}</h4>
          {isExpired && (
            <Badge variant="light" color="gray" size="sm" tt="none">
              Expired
            </Badge>
          )}
        </div>
        <Text size="sm" c="dimmed">
          {roleWords[role].label} · Invited by <RevealedName name={invitedBy} /> ·{' '}
          {isExpired ? 'Ended' : 'Works until'} <TimeAgo iso={expiresAt} as="clock" />
        </Text>
        {change.error && (
          <Text size="sm" c="red" role="alert">
            {change.error.message}
          </Text>
        )}
      </div>
      <Button
        size="xs"
        variant="default"
        aria-label={`Withdraw the invitation for ${email}`}
        loading={change.isPending}
        onClick={withdraw}
      >
        Withdraw
      </Button>
    </li>
  );
}
