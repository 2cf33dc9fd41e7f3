'use client';

import { Radio, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type Ref, useState } from 'react';
import { tokenBody, tokenLimits } from '@/lib/contracts/tokens';
import { ApiError } from '../../_client/api-error';
import type { useCreateToken } from '../../_client/token-queries';
import { FormEnd } from '../../_ui/form/form-end';
import { useFieldErrors } from '../../_ui/form/use-field-errors';
import classes from './models.module.css';

type Props = {
  create: ReturnType<typeof useCreateToken>;
  onCreated: () => void;
  onClose: () => void;
  ref: Ref<HTMLFormElement>;
};

const defaultDays = 90;

/** Asks for what a token is for, how far it reaches and when it ends. */
export function TokenForm({ create, onCreated, onClose, ref }: Props) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<'read' | 'start'>('read');
  const [day, setDay] = useState(() => toDay(defaultDays));
  const { form, errors, hasErrors, show, clear } = useFieldErrors(['name', 'expiresAt'], ref);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const body = { name, scope, expiresAt: toEndOfDay(day) };
    if (show(findErrors(body))) return;
    create.mutate(body, {
      onSuccess: onCreated,
      onError: (error) => show(error instanceof ApiError ? error.fields : {}),
    });
  };
  return (
    <form ref={form} tabIndex={-1} onSubmit={submit} noValidate aria-labelledby="add-token">
      <Stack gap="md">
        <TextInput
          label="Name"
          description="The program that uses it, such as “Nightly report”."
          required
          maxLength={tokenLimits.name}
          value={name}
          error={errors.name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            clear('name');
          }}
        />
        <Radio.Group
          label="What it may do"
          value={scope}
          onChange={(value) => setScope(value === 'start' ? 'start' : 'read')}
        >
          <Stack gap="xs" mt="xs">
            <Radio value="read" label="Read" description="Conversations, runs, requests and files" />
            <Radio
              value="start"
              label="Read and start runs"
              description="Each risky call still waits for a person"
            />
          </Stack>
        </Radio.Group>
        <TextInput
          className={classes['day']}
          type="date"
          label="End date"
          description="At most a year from today."
          required
          min={toDay(0)}
          max={toDay(365)}
          value={day}
          error={errors.expiresAt}
          onChange={(event) => {
            setDay(event.currentTarget.value);
            clear('expiresAt');
          }}
        />
        <FormEnd
          confirm="Make the token"
          isPending={create.isPending}
          error={hasErrors ? null : create.error}
          onClose={onClose}
        />
      </Stack>
    </form>
  );
}

function findErrors(body: { name: string; scope: 'read' | 'start'; expiresAt: string }) {
  const parsed = tokenBody.safeParse(body);
  if (parsed.success) return {};
  const isWrong = (field: string) => parsed.error.issues.some(({ path }) => path[0] === field);
  return {
    name: isWrong('name') ? 'Enter a name.' : undefined,
    expiresAt: isWrong('expiresAt') ? 'Choose a day from today to a year from today.' : undefined,
  };
}

/** Returns the reader's calendar date so many days from today, as a field for dates has it. */
function toDay(daysFromNow: number): string {
  const now = new Date();
  const date = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + daysFromNow));
  return date.toISOString().slice(0, 10);
}

/** Returns the last second of this day on the reader's clock, or an empty text for no date. */
function toEndOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? '' : end.toISOString();
}
