'use client';

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { readServerAddress } from '@/lib/shared/server-address';
import { announce } from '../../_ui/state/announcer';

type Props = {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  onProblem: (problem: string) => void;
};

/** Corrects an address when the person leaves the field, and says what changed. */
export function AddressField({ value, error, onChange, onProblem }: Props) {
  const [note, setNote] = useState<{ address: string; text: string } | null>(null);
  const putRight = () => {
    if (value.trim() === '') return;
    const read = readServerAddress(value);
    if (!read.ok) {
      onProblem(read.problem);
      return;
    }
    const { address, changes } = read.value;
    if (address === value) return;
    onChange(address);
    if (changes.length === 0) return;
    setNote({ address, text: changes.join(' ') });
    announce(changes.join(' '));
  };
  return (
    <TextInput
      label="Address"
      // In place of the hint, so that nothing below moves while the person goes on to click there.
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
