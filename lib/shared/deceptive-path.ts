import { hasHiddenCharacters } from './hidden-characters';
import { findLookalikes } from './lookalikes';

/** Why a path may look like another one, as a sentence; null when it looks like what it is. */
export function describeDeception(path: string): string | null {
  if (hasHiddenCharacters(path)) return 'The path contains hidden characters.';
  if (/(?:^|\/) | (?:\/|$)/.test(path)) return 'A name in the path begins or ends with a space.';
  if (path !== path.normalize('NFC')) return 'The path writes letters and their accents apart.';
  return describeMixedWord(path, 'path');
}

/** The same for letters that only look Latin, in a text that a person reads as `kind`. */
export function describeMixedWord(text: string, kind: string): string | null {
  if (findLookalikes(text).length === 0) return null;
  return `A word in the ${kind} mixes Latin letters with letters that look like them.`;
}
