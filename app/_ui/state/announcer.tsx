'use client';

import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';

type Listener = (text: string) => void;
const listeners = new Set<Listener>();

/** Says something to people who listen to the page rather than look at it. */
export function announce(text: string): void {
  for (const listener of listeners) listener(text);
}

/** Mounted once. */
export function Announcer() {
  const [text, setText] = useState('');
  useEffect(() => {
    listeners.add(setText);
    return () => {
      listeners.delete(setText);
    };
  }, []);
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}
