'use client';

import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { accountLimits, nameBody } from '@/lib/contracts/accounts';
import { useRenameSelf } from '../../_client/account-queries';
import { announce } from '../../_ui/state/announcer';
import classes from './account.module.css';

export function NameForm({ name }: { name: string }) {
  const rename = useRenameSelf();
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const next = typed ?? name;
  const isChanged = next.trim() !== name;
  const showProblem = (found: string) => {
    setProblem(found);
    field.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending || !isChanged) return;
    const body = nameBody.safeParse({ name: next });
    if (!body.success) return showProblem('Enter a name on one line, without hidden characters.');
    rename.mutate(body.data.name, {
      onSuccess: () => {
        announce('Your name was saved.');
        setTyped(null);
        // The button that had the focus goes away.
        field.current?.focus();
      },
      onError: (error) => showProblem(error.message),
    });
  };
  return (
    <form className={classes['line']} onSubmit={submit} noValidate aria-label="Your name">
      <TextInput
        ref={field}
        className={classes['field'] ?? ''}
        label="Name"
        description="Others see it beside what you do."
        autoComplete="name"
        maxLength={accountLimits.name}
        value={next}
        error={problem}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
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
