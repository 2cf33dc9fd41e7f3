import type { KeyboardEvent } from 'react';

/**
 * Says whether a key belongs to the input method that composes a character. Safari ends the composition
 * before the key that confirms it, so only the old key code 229 tells.
 */
export function isComposing({
  nativeEvent,
  keyCode,
}: Pick<KeyboardEvent, 'nativeEvent' | 'keyCode'>): boolean {
  return nativeEvent.isComposing || keyCode === 229;
}
