'use client';

import { useOs } from '@mantine/hooks';

/** Names this computer's command key. */
export function ModifierKey() {
  return useOs() === 'macos' ? '⌘' : 'Ctrl';
}
