'use client';

import { useOs } from '@mantine/hooks';

/** The name of this computer's command key. */
export function ModifierKey() {
  return useOs() === 'macos' ? '⌘' : 'Ctrl';
}
