'use client';

import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { toPlainHeadline } from '../text/code-parts';

type Listener = (text: string) => void;
const listeners = new Set<Listener>();

/** Two things can happen at once, and neither may hide the other. */
const keptAnnouncements = 3;

/** Says something to people who listen to the page instead of looking at it. Leaves out code marks. */
export function announce(text: string): void {
  for (const listener of listeners) listener(toPlainHeadline(text));
}

/** Speaks the announcements. The app mounts it once. */
export function Announcer() {
  const [said, setSaid] = useState<readonly { number: number; text: string }[]>([]);
  useEffect(() => {
    let number = 0;
    const listener = (text: string) => {
      number += 1;
      const next = { number, text };
      setSaid((before) => [...before, next].slice(-keptAnnouncements));
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return (
    <VisuallyHidden role="status" aria-live="polite" aria-atomic={false}>
      {said.map(({ number, text }) => (
        <p key={number}>{text}</p>
      ))}
    </VisuallyHidden>
  );
}
