/** Stands visibly for U+0000, which PostgreSQL refuses in a text. */
const visibleNul = '\u2400';

/**
 * Replaces what not every kind of database can hold: U+0000 by its picture, and half of a surrogate pair by
 * U+FFFD. JSON needs neither, because it escapes both.
 */
export function toSoundText(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', visibleNul) : text;
  return withoutNul.toWellFormed();
}
