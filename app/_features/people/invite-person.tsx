'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { useInvite } from '../../_client/people-queries';
import { useFocusSwitch } from '../../_ui/form/use-focus-switch';
import { announce } from '../../_ui/state/announcer';
import { InviteForm } from './invite-form';
import classes from './people.module.css';
import { PersonLinkShown } from './person-link-shown';

/** Makes an invitation and shows its link, once. */
export function InvitePerson() {
  const invite = useInvite();
  const [isOpen, setIsOpen] = useState(false);
  const focus = useFocusSwitch({ isOpen, isRestored: false });
  if (isOpen)
    return (
      <section className={classes['panel']} aria-labelledby="invite">
        <h3 id="invite">Invite someone</h3>
        <InviteForm
          ref={focus.form}
          invite={invite}
          onClose={() => {
            invite.reset();
            setIsOpen(false);
          }}
          onInvited={() => {
            announce('The invitation is ready. Copy its link now.');
            setIsOpen(false);
          }}
        />
      </section>
    );
  return (
    <>
      {invite.data && (
        <PersonLinkShown
          label={`Invitation link for ${invite.variables.email}`}
          link={invite.data}
          purpose="It lets one person make an account, once"
          onDone={invite.reset}
        />
      )}
      <Button
        ref={focus.button}
        className={classes['add']}
        variant="default"
        onClick={() => {
          invite.reset();
          setIsOpen(true);
        }}
      >
        {invite.data ? 'Invite someone else' : 'Invite someone'}
      </Button>
    </>
  );
}
