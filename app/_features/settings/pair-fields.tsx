'use client';

import { ActionIcon, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconTrash } from '@/app/_ui/icons/icons';
import type { FieldErrors } from './check-draft';
import type { HeaderRow, PairRow, Secrets } from './model-draft';
import classes from './models.module.css';
import { newId } from './pair-rows';

type HeaderProps = {
  rows: readonly HeaderRow[];
  secrets: Secrets;
  errors: FieldErrors;
  onChange: (rows: HeaderRow[], values: Secrets['headers']) => void;
};

/** Their values are secrets: entered like a key, and never shown again. */
export function HeaderFields({ rows, secrets, errors, onChange }: HeaderProps) {
  const { headers } = secrets;
  return (
    <Pairs
      legend="Headers"
      hint="Sent with every request, such as api-key or HTTP-Referer. Values are stored encrypted and never shown again."
      noun="header"
      onAdd={() => onChange([...rows, { id: newId(rows), name: '', isStored: false }], headers)}
    >
      {rows.map((row, index) => (
        <Row
          key={row.id}
          noun="header"
          index={index}
          name={row.name}
          error={errors[`headers.${index}.name`]}
          onName={(name) => onChange(replace(rows, { ...row, name, isStored: false }), headers)}
          onRemove={() =>
            onChange(
              rows.filter(({ id }) => id !== row.id),
              headers,
            )
          }
        >
          <PasswordInput
            aria-label={`Value of header ${index + 1}`}
            placeholder={row.isStored ? 'Stored; leave blank to keep it' : 'Value'}
            autoComplete="off"
            value={headers[row.id] ?? ''}
            error={errors[`headers.${index}.value`]}
            onChange={(event) => onChange([...rows], { ...headers, [row.id]: event.currentTarget.value })}
          />
        </Row>
      ))}
    </Pairs>
  );
}

type QueryProps = { rows: readonly PairRow[]; errors: FieldErrors; onChange: (rows: PairRow[]) => void };

export function QueryFields({ rows, errors, onChange }: QueryProps) {
  return (
    <Pairs
      legend="Query"
      hint="Added to every address, such as api-version. Never a key: addresses are not secret."
      noun="parameter"
      onAdd={() => onChange([...rows, { id: newId(rows), name: '', value: '' }])}
    >
      {rows.map((row, index) => (
        <Row
          key={row.id}
          noun="parameter"
          index={index}
          name={row.name}
          error={errors[`query.${index}.name`]}
          onName={(name) => onChange(replace(rows, { ...row, name }))}
          onRemove={() => onChange(rows.filter(({ id }) => id !== row.id))}
        >
          <TextInput
            aria-label={`Value of parameter ${index + 1}`}
            placeholder="Value"
            value={row.value}
            error={errors[`query.${index}.value`]}
            onChange={(event) => onChange(replace(rows, { ...row, value: event.currentTarget.value }))}
          />
        </Row>
      ))}
    </Pairs>
  );
}

type PairsProps = { legend: string; hint: string; noun: string; onAdd: () => void; children: ReactNode };

function Pairs({ legend, hint, noun, onAdd, children }: PairsProps) {
  return (
    <fieldset className={classes['group']}>
      <legend>{legend}</legend>
      <Text size="xs" c="dimmed" mb={6}>
        {hint}
      </Text>
      {children}
      <Button variant="default" size="compact-sm" onClick={onAdd}>
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

function replace<Row extends { id: string }>(rows: readonly Row[], next: Row): Row[] {
  return rows.map((row) => (row.id === next.id ? next : row));
}
