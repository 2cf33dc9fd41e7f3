'use client';

import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { type PersonView, type RoleName, roleName } from '@/lib/contracts/accounts';
import { useChangePeople } from '../../_client/people-queries';
import { useFocusBack } from '../../_ui/form/use-focus-back';
import { announce } from '../../_ui/state/announcer';
import { roleWords } from '../../_ui/text/role-words';
import classes from './people.module.css';

/** Holds the role that is chosen but not saved: a key pressed in the select alone must not change what counts. */
export function useRoleChoice({ id, name, role }: PersonView) {
  const change = useChangePeople();
  const [chosen, setChosen] = useState<RoleName | null>(null);
  const value = chosen ?? role;
  const isOpen = value !== role || change.isPending;
  const select = useFocusBack(isOpen);
  const close = () => {
    setChosen(null);
    change.reset();
  };
  return {
    select,
    value,
    isOpen,
    isPending: change.isPending,
    error: change.error,
    close,
    choose(next: RoleName) {
      change.reset();
      setChosen(next);
    },
    save: () =>
      change.mutate(
        { type: 'role', id, role: value },
        {
          onSuccess: () => {
            announce(`${name} is now ${roleWords[value].label.toLowerCase()}.`);
            close();
          },
        },
      ),
  };
}

type Props = { person: PersonView; choice: ReturnType<typeof useRoleChoice> };

const options = roleName.options.map((value) => ({ value, label: roleWords[value].label }));

export function RoleSelect({ person, choice }: Props) {
  return (
    <NativeSelect
      ref={choice.select}
      className={classes['role'] ?? ''}
      aria-label={`Role of ${person.name}`}
      data={options}
      value={choice.value}
      disabled={choice.isPending}
      onChange={(event) => choice.choose(roleName.parse(event.currentTarget.value))}
    />
  );
}

/** Says what the chosen role may do, and saves it. */
export function RoleChoice({ person, choice }: Props) {
  const { label, sentence } = roleWords[choice.value];
  return (
    <>
      <Text size="sm" role="status">
        <strong>{label}:</strong> {sentence}
      </Text>
      {person.isYou && (
        <Text size="sm" role="status">
          This is your own role. Only another admin can give it back to you.
        </Text>
      )}
      {choice.value === 'viewer' && (
        <Text size="sm" role="status">
          {person.isYou ? 'Your' : 'Their'} private runs are stopped, because viewers stop no runs.
        </Text>
      )}
      {choice.error && (
        <Text size="sm" c="red" role="alert">
          {choice.error.message}
        </Text>
      )}
      <Group gap="xs">
        <Button size="xs" loading={choice.isPending} onClick={choice.save}>
          Save the role
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={choice.close}>
          Cancel
        </Button>
      </Group>
    </>
  );
}
