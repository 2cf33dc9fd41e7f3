// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters are the subject of this file
import { erasures, foldLine } from './fold-line';

/*
 * Escape sequences follow ECMA-48 (https://ecma-international.org/publications-and-standards/standards/ecma-48/)
 * and xterm's ctlseqs. Decision 0027 says which of them Node's `stripVTControlCharacters` leaves. No part of the
 * pattern can begin where another one ends, so a search takes linear time.
 */
const stringBody = '[^\\x07\\x18\\x1a\\x1b\\x80-\\x9f]*';
/**
 * An unended string reaches to the end of its line, or to a control that aborts it, so that it cannot hide what
 * follows.
 */
const unended = '[^\\n\\x07\\x18\\x1a\\x1b\\x80-\\x9f]*[\\x18\\x1a]?';
const withBell = (pattern: string) => pattern.replace('\\x07', '');
const stringEnd = '(?:\\x1b\\\\|\\x9c)';
const sequence = [
  // Control sequences, such as colors, have parameters, intermediates and one final character.
  '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~\\x18\\x1a]?',
  // BEL, too, ends an operating system command, such as a title or a link.
  `(?:\\x1b\\]|\\x9d)(?:${stringBody}(?:\\x07|${stringEnd})|${unended})`,
  // These are device controls, the strings of applications, and the titles of screen and tmux.
  `(?:\\x1b[PX^_k]|[\\x90\\x98\\x9e\\x9f])(?:${withBell(stringBody)}${stringEnd}|${withBell(unended)})`,
  // These are character sets, saved cursors, resets, and a single escape.
  '\\x1b[ -/]*[0-~]?',
  // These are single controls of eight bits, the bell, and shifts between character sets.
  '[\\x80-\\x9f\\x07\\x0e\\x0f]',
].join('|');
const anySequence = new RegExp(sequence, 'g');
const needsCleaning = /[\x07\b\r\x0e\x0f\x1b\x80-\x9f]/;
const isComplete = new RegExp(
  `^(?:(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]|(?:\\x1b[\\]PX^_k]|[\\x90\\x98\\x9d-\\x9f])[^]*(?:\\x07|${stringEnd})|\\x1b[ -/]*[0-OQ-WYZ\\\\\`-jl-~]|[\\x07\\x0e\\x0f\\x80-\\x8f\\x91-\\x97\\x99\\x9a\\x9c])$`,
);
/** A line often erases itself before it draws the next frame of its progress. */
const erasing = /^(?:\x1b\[|\x9b)([012]?)K$/;
/** The text has no eight-bit controls once the sequences are out, so three of them mark the erasures. */
const erasureOf: Partial<Record<string, string>> = {
  '': erasures.toEnd,
  0: erasures.toEnd,
  1: erasures.toStart,
  2: erasures.all,
};
const maxCutCharacters = 4_096;
const dropped = /(\n\[… [\d,]+ bytes dropped here …\]\n)/;

/**
 * Returns what a program printed as a terminal finally shows it: without escape sequences, each line as
 * carriage returns and backspaces left it. The cursor moves nowhere else. It takes linear time.
 */
export function toTerminalText(raw: string): string {
  if (!needsCleaning.test(raw)) return raw;
  const parts = raw.split(dropped);
  return parts.map((part, index) => (index % 2 === 1 ? part : cleanPart(part))).join('');
}

/** Drops an escape sequence at the end that a cut left incomplete. */
export function dropCutEnd(text: string): string {
  const from = Math.max(0, text.length - maxCutCharacters);
  const last = [...text.slice(from).matchAll(anySequence)].at(-1);
  if (!last || from + last.index + last[0].length < text.length) return text;
  return isComplete.test(last[0]) ? text : text.slice(0, from + last.index);
}

/** Drops the rest of an escape sequence that began in the dropped text right before. */
export function dropCutStart(text: string, before: string): string {
  const near = before.slice(-maxCutCharacters);
  for (const match of `${near}${text.slice(0, maxCutCharacters)}`.matchAll(anySequence)) {
    const end = match.index + match[0].length;
    if (match.index >= near.length) break;
    if (end > near.length) return text.slice(end - near.length);
  }
  return text;
}

function cleanPart(raw: string): string {
  const text = raw.replace(anySequence, (found) => erasureOf[erasing.exec(found)?.[1] ?? 'none'] ?? '');
  return text.split('\n').map(foldLine).join('\n');
}
