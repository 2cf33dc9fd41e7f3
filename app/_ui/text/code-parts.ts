export type CodeParts = { before: string; code: string; after: string };

/**
 * The code in a headline such as "Run `npm test` in app/": all from the first backtick to the last one. Code that holds
 * backticks itself can therefore never end early and pass for the server's words. Null when there is none.
 */
export function toCodeParts(text: string): CodeParts | null {
  const first = text.indexOf('`');
  const last = text.lastIndexOf('`');
  if (first === -1 || last - first < 2) return null;
  return { before: text.slice(0, first), code: text.slice(first + 1, last), after: text.slice(last + 1) };
}

/** A headline for places that hold no markup: without the backticks around its code. */
export function toPlainHeadline(text: string): string {
  const parts = toCodeParts(text);
  return parts ? `${parts.before}${parts.code}${parts.after}` : text;
}
