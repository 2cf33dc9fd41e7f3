'use client';

import { ActionIcon, Badge, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import type { PersonLink, PersonView } from '@/lib/contracts/accounts';
import { useMakeResetLink } from '../../_client/people-queries';
import { IconDots } from '../../_ui/icons/icons';
import { announce } from '../../_ui/state/announcer';
import { Callout } from '../../_ui/state/callout';
import { RevealedName } from '../../_ui/text/revealed-name';
import { TimeAgo } from '../../_ui/time/time-ago';
import { type Asked, AskFirst } from './ask-first';
import classes from './people.module.css';
import { PersonLinkShown } from './person-link-shown';
import { RoleChoice, RoleSelect, useRoleChoice } from './role-choice';

type Props = {
  person: PersonView;
  /** This link for a new password was made for the person here. */
  link: PersonLink | null;
  onLink: (link: PersonLink | null) => void;
};

/** Shows one person and everything that an admin may do about them. */
export function PersonRow({ person, link, onLink }: Props) {
  const { id, name, email, isYou } = person;
  const role = useRoleChoice(person);
  const reset = useMakeResetLink(id, (made) => {
    announce('The reset link is ready.');
    onLink(made);
  });
  return (
    <li className={classes['person']}>
      <div className={classes['words']}>
        <div className={classes['head']}>
          <h3>
            <RevealedName name={name} />
          </h3>
          {isYou && (
            <Badge variant="light" size="sm" tt="none">
              You
            </Badge>
          )}
        </div>
        <Text size="sm">{email}</Text>
        <Text size="sm" c="dimmed">
          Joined <TimeAgo iso={person.joinedAt} as="clock" /> · <LastSeen iso={person.lastSeenAt} />
        </Text>
      </div>
      <RoleSelect person={person} choice={role} />
      {isYou ? <span className={classes['noMenu']} /> : <PersonMenu person={person} onReset={reset.mutate} />}
      {(role.isOpen || reset.error || link) && (
        <div className={classes['below']}>
          {role.isOpen && <RoleChoice person={person} choice={role} />}
          {reset.error && (
            <Callout tone="danger" role="alert" title="Could not make a reset link">
              {reset.error.message}
            </Callout>
          )}
          {link && (
            <PersonLinkShown
              label={`Reset link for ${name}`}
              link={link}
              purpose={`It lets ${name} choose a new password, once`}
              onDone={() => onLink(null)}
            />
          )}
        </div>
      )}
    </li>
  );
}

function LastSeen({ iso }: { iso: string | null }) {
  if (iso === null) return 'Not signed in';
  return (
    <>
      Last seen <TimeAgo iso={iso} />
    </>
  );
}

function PersonMenu({ person, onReset }: { person: PersonView; onReset: () => void }) {
  const [asked, setAsked] = useState<Asked>('sign_out');
  const [isAsking, setIsAsking] = useState(false);
  const ask = (next: Asked) => {
    setAsked(next);
    setIsAsking(true);
  };
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`More for ${person.name}`}>
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onReset}>Make a reset link</Menu.Item>
          <Menu.Item onClick={() => ask('sign_out')}>Sign out everywhere…</Menu.Item>
          <Menu.Divider />
          <Menu.Item c="var(--danger-text)" onClick={() => ask('remove')}>
            Remove…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AskFirst person={person} asked={asked} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </>
  );
}
