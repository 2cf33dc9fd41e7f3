import { hasHiddenCharacters } from '../../shared/hidden-characters';
import { findLookalikes } from '../../shared/lookalikes';

/** Says in a sentence why a path may look like another one, or returns null when it looks like itself. */
export function describeDeception(path: string): string | null {
  if (hasHiddenCharacters(path)) return 'The path contains hidden characters.';
  if (/(?:^|\/) | (?:\/|$)/.test(path)) return 'A name in the path begins or ends with a space.';
  if (path !== path.normalize('NFC')) return 'The path writes letters and their accents apart.';
  return describeFalseLatin(path, 'path');
}

/**
 * Says the same of letters that only look Latin, in a text that the sentence calls `kind`. A shell may read
 * two lines as one.
 */
export function describeFalseLatin(text: string, kind: string): string | null {
  const found = findLookalikes(text.replaceAll('\n', ' '), 'word');
  if (found.length === 0) return null;
  return found.every(({ isOfWholeWord }) => isOfWholeWord)
    ? `A word in the ${kind} looks Latin, and all of its letters are of another alphabet.`
    : `A word in the ${kind} mixes Latin letters with letters that look like them.`;
}
