'use client';

import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { splitQuery } from '@/lib/contracts/model-server-extras';
import { readServerAddress } from '@/lib/contracts/server-address';
import { announce } from '../../_ui/state/announcer';

type Props = {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onProblem: (problem: string) => void;
  onQuery: (address: string, query: { name: string; value: string }[]) => void;
};

/** Corrects an address when the person leaves the field, and says what changed. */
export function AddressField({ value, error, onChange, onProblem, onQuery }: Props) {
  const [note, setNote] = useState<{ address: string; text: string } | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const putRight = () => {
    if (value.trim() === '') return;
    const split = splitQuery(value);
    const read = readServerAddress(split?.address ?? value);
    if (!read.ok) {
      onProblem(read.problem);
      return;
    }
    const { address } = read.value;
    if (address === value) return;
    if (split) onQuery(address, split.query);
    else onChange(address);
    const names = split?.query.map(({ name }) => `“${name}”`).join(', ');
    const changes = [
      ...read.value.changes,
      ...(names ? [`Moved ${names} to the query in More settings.`] : []),
    ];
    if (changes.length === 0) return;
    setNote({ address, text: changes.join(' ') });
    announce(changes.join(' '));
  };
  // This part of the form loads after the form has taken the focus.
  useEffect(() => {
    if (document.activeElement === input.current?.form) input.current?.focus();
  }, []);
  return (
    <TextInput
      ref={input}
      label="Address"
      // The note replaces the hint, so that nothing below moves while the person goes on to click there.
      description={note?.address === value ? note.text : 'Include /v1'}
      placeholder="https://api.openai.com/v1"
      type="url"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={putRight}
    />
  );
}
