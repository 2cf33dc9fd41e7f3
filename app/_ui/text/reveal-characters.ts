import {
  escapePattern,
  hiddenCharacter,
  isJoinedEmoji,
  orJoinedEmoji,
  toEscape,
} from '@/lib/shared/hidden-characters';

/** This is a stretch of text to draw as it is, or one or more equal characters to draw as an escape. */
export type RevealedPart =
  | { kind: 'plain'; text: string }
  | { kind: 'escape'; text: string; escape: string; characters: number };

/**
 * Splits a text so that nothing in it is invisible, changes the reading direction or pushes something out of
 * view. Each such character, and each long run of blanks, becomes an escape such as ⟦U+202E⟧ or ⟦U+0020×80⟧.
 * The brackets become escapes too, so that `restoreCharacters` can undo every escape. Tabs, line breaks and
 * the joiners inside an emoji stay.
 */
export function revealCharacters(text: string): RevealedPart[] {
  return toParts(text, suspiciousIn(text));
}

/**
 * Reveals a name or a path, which is one line. Tabs, line breaks, and spaces at the edges of a name become
 * escapes, too.
 */
export function revealName(name: string): RevealedPart[] {
  return toParts(name, suspiciousInName(name));
}

function toParts(text: string, pattern: RegExp): RevealedPart[] {
  const parts: RevealedPart[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (isJoinedEmoji(match[0])) continue;
    if (match.index > from) parts.push({ kind: 'plain', text: text.slice(from, match.index) });
    parts.push(...toEscapes(match[0]));
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) });
  return parts;
}

/**
 * Reveals texts of the server, such as headlines. The server has already turned their hidden characters into
 * escapes, which stay as they are.
 */
export function revealRest(text: string): RevealedPart[] {
  const parts: RevealedPart[] = [];
  let from = 0;
  for (const match of text.matchAll(escapes)) {
    parts.push(...revealCharacters(text.slice(from, match.index)));
    parts.push({ kind: 'escape', text: match[0], escape: match[0], characters: 1 });
    from = match.index + match[0].length;
  }
  parts.push(...revealCharacters(text.slice(from)));
  return parts;
}

const escapes = new RegExp(escapePattern, 'g');

/** Counts the characters that `revealCharacters` turns into escapes. */
export function countRevealed(text: string): number {
  let count = 0;
  for (const part of revealCharacters(text)) if (part.kind === 'escape') count += part.characters;
  return count;
}

/** Returns the revealed text as one string, for places without markup. */
export function revealToString(text: string): string {
  return toDrawnText(revealCharacters(text));
}

/** Returns a revealed name or path as one string, for labels and titles. */
export function revealNameToString(name: string): string {
  return toDrawnText(revealName(name));
}

export function toDrawnText(parts: readonly RevealedPart[]): string {
  return parts.map((part) => (part.kind === 'plain' ? part.text : part.escape)).join('');
}

/** Undoes `revealToString`. */
export function restoreCharacters(revealed: string): string {
  return revealed.replace(/⟦U\+([0-9A-F]{4,6})(?:×(\d+))?⟧/gu, (_, code: string, times = '1') =>
    String.fromCodePoint(Number.parseInt(code, 16)).repeat(Number(times)),
  );
}

/** This many blanks or more count as padding. Deep indentation has fewer. */
const paddingBlanks = 48;
const paddingLines = 12;
const stackedMarks = 3;

// The order matters: runs of blanks, runs of empty lines, then marks piled on one letter, then single
// characters.
const suspiciousAnywhere = [
  ` {${paddingBlanks},}`,
  `\\t{${paddingBlanks / 4},}`,
  `\\n{${paddingLines},}`,
  `(?<=\\p{M}{${stackedMarks}})\\p{M}+`,
  hiddenCharacter,
];
const suspiciousIn = orJoinedEmoji(suspiciousAnywhere.join('|'));
const suspiciousInName = orJoinedEmoji(
  ['(?<=^|\\/) +', '(?<! ) +(?=\\/|$)', ...suspiciousAnywhere, '[\\t\\n]'].join('|'),
);

function toEscapes(found: string): RevealedPart[] {
  const characters = [...found];
  const first = characters[0] ?? '';
  if (characters.length > 1 && characters.every((character) => character === first)) {
    return [
      {
        kind: 'escape',
        text: found,
        escape: toEscape(first, characters.length),
        characters: characters.length,
      },
    ];
  }
  return characters.map((character) => ({
    kind: 'escape',
    text: character,
    escape: toEscape(character),
    characters: 1,
  }));
}
