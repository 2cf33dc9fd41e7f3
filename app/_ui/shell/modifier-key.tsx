'use client';

import { useOs } from '@mantine/hooks';

/** The key that makes a letter a command on this computer. */
export function ModifierKey() {
  return useOs() === 'macos' ? '⌘' : 'Ctrl';
}
