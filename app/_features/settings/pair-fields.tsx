'use client';

import { ActionIcon, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconTrash } from '@/app/_ui/icons/icons';
import type { FieldErrors } from './check-draft';
import type { PairKind, PairRow, PairValues } from './model-draft';
import classes from './models.module.css';
import { newId } from './pair-rows';

const wordsOf: Record<PairKind, { legend: string; hint: string; noun: string }> = {
  headers: {
    legend: 'Headers',
    hint: 'Sent with every request, such as api-key or HTTP-Referer. Values are stored encrypted and never shown again.',
    noun: 'header',
  },
  query: {
    legend: 'Query parameters',
    hint: 'Added to every address, such as api-version. Values are stored encrypted and never shown again, but servers log addresses: a key is safer in a header.',
    noun: 'parameter',
  },
};

type Props = {
  kind: PairKind;
  rows: readonly PairRow[];
  values: PairValues;
  errors: FieldErrors;
  onChange: (rows: PairRow[], values: PairValues) => void;
};

/**
 * Edits pairs whose values are secrets: the person enters them like a key, and the page never shows them
 * again.
 */
export function PairFields({ kind, rows, values, errors, onChange }: Props) {
  const { legend, hint, noun } = wordsOf[kind];
  return (
    <fieldset className={classes['group']}>
      <legend>{legend}</legend>
      <Text size="xs" c="dimmed" mb={6}>
        {hint}
      </Text>
      {rows.map((row, index) => (
        <Row
          key={row.id}
          noun={noun}
          index={index}
          name={row.name}
          error={errors[`${kind}.${index}.name`]}
          onName={(name) => onChange(replace(rows, { ...row, name, isStored: false }), values)}
          onRemove={() => {
            const { [row.id]: _, ...others } = values;
            onChange(
              rows.filter(({ id }) => id !== row.id),
              others,
            );
          }}
        >
          <PasswordInput
            aria-label={`Value of ${noun} ${index + 1}`}
            placeholder={row.isStored ? 'Stored; leave blank to keep it' : 'Value'}
            autoComplete="off"
            value={values[row.id] ?? ''}
            error={errors[`${kind}.${index}.value`]}
            onChange={(event) => onChange([...rows], { ...values, [row.id]: event.currentTarget.value })}
          />
        </Row>
      ))}
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => onChange([...rows, { id: newId(rows), name: '', isStored: false }], values)}
      >
        Add a {noun}
      </Button>
    </fieldset>
  );
}

type RowProps = {
  noun: string;
  index: number;
  name: string;
  error: string | undefined;
  onName: (name: string) => void;
  onRemove: () => void;
  children: ReactNode;
};

function Row({ noun, index, name, error, onName, onRemove, children }: RowProps) {
  return (
    <div className={classes['nameValue']}>
      <TextInput
        aria-label={`Name of ${noun} ${index + 1}`}
        placeholder="Name"
        value={name}
        error={error}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      {children}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Remove ${noun} ${index + 1}`}
        onClick={onRemove}
      >
        <IconTrash size={17} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function replace(rows: readonly PairRow[], next: PairRow): PairRow[] {
  return rows.map((row) => (row.id === next.id ? next : row));
}
