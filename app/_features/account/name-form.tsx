'use client';

import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { accountLimits, nameBody } from '@/lib/contracts/accounts';
import { useRenameSelf } from '../../_client/account-queries';
import { announce } from '../../_ui/state/announcer';
import classes from './account.module.css';

export function NameForm({ name }: { name: string }) {
  const rename = useRenameSelf();
  const [next, setNext] = useState(name);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const isChanged = next.trim() !== name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending || !isChanged) return;
    const body = nameBody.safeParse({ name: next });
    if (!body.success) return setProblem('Enter a name on one line, without hidden characters.');
    rename.mutate(body.data.name, {
      onSuccess: () => announce('Your name was saved.'),
      onError: (error) => setProblem(error.message),
    });
  };
  return (
    <form className={classes['line']} onSubmit={submit} noValidate aria-label="Your name">
      <TextInput
        className={classes['field'] ?? ''}
        label="Name"
        description="Others see it beside what you do."
        autoComplete="name"
        maxLength={accountLimits.name}
        value={next}
        error={problem}
        onChange={(event) => {
          setNext(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
      {isChanged && (
        <Button type="submit" loading={rename.isPending}>
          Save the name
        </Button>
      )}
    </form>
  );
}
