export type CodeParts = { before: string; code: string; after: string };

/**
 * Finds the code in a headline such as "Run `npm test` in app/": everything from the first backtick to the
 * last. Code that itself contains backticks therefore cannot end early and pass for the server's words.
 * Returns null when there is no code.
 */
export function toCodeParts(text: string): CodeParts | null {
  const first = text.indexOf('`');
  const last = text.lastIndexOf('`');
  if (first === -1 || last - first < 2) return null;
  return { before: text.slice(0, first), code: text.slice(first + 1, last), after: text.slice(last + 1) };
}

/** Drops the backticks around a headline's code, for places without markup. */
export function toPlainHeadline(text: string): string {
  const parts = toCodeParts(text);
  return parts ? `${parts.before}${parts.code}${parts.after}` : text;
}
