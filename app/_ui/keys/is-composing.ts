import type { KeyboardEvent } from 'react';

/**
 * Whether a key belongs to the input method that composes a character. Safari ends the composition before the key that confirms it: only
 * the old code 229 tells.
 */
export function isComposing({
  nativeEvent,
  keyCode,
}: Pick<KeyboardEvent, 'nativeEvent' | 'keyCode'>): boolean {
  return nativeEvent.isComposing || keyCode === 229;
}
