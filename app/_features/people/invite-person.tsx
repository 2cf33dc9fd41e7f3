'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { PersonLink } from '@/lib/contracts/accounts';
import { useInvite } from '../../_client/people-queries';
import { useFocusSwitch } from '../../_ui/form/use-focus-switch';
import { announce } from '../../_ui/state/announcer';
import { InviteForm } from './invite-form';
import classes from './people.module.css';
import { PersonLinkShown } from './person-link-shown';

/** Makes an invitation and shows its link, once. The link stays until it is hidden or another one is made. */
export function InvitePerson() {
  const invite = useInvite();
  const [isOpen, setIsOpen] = useState(false);
  const [made, setMade] = useState<{ email: string; link: PersonLink } | null>(null);
  const focus = useFocusSwitch({ isOpen, isRestored: false });
  return (
    <>
      {made && (
        <PersonLinkShown
          label={`Invitation link for ${made.email}`}
          link={made.link}
          purpose="It lets one person make an account, once"
          onDone={() => setMade(null)}
        />
      )}
      {isOpen ? (
        <section className={classes['panel']} aria-labelledby="invite">
          <h3 id="invite">Invite someone</h3>
          <InviteForm
            ref={focus.form}
            invite={invite}
            onClose={() => {
              invite.reset();
              setIsOpen(false);
            }}
            onInvited={(email, link) => {
              announce('The invitation is ready. Copy its link now.');
              setMade({ email, link });
              setIsOpen(false);
            }}
          />
        </section>
      ) : (
        <Button
          ref={focus.button}
          className={classes['add']}
          variant="default"
          onClick={() => setIsOpen(true)}
        >
          {made ? 'Invite someone else' : 'Invite someone'}
        </Button>
      )}
    </>
  );
}
