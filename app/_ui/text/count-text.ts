/** "12,345", for an integer. Without Intl, whose first use delays the first paint. */
export function formatCount(amount: number): string {
  return String(amount).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** "1,000 lines": an amount in words. */
export function countOf(amount: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(amount)} ${amount === 1 ? noun : plural}`;
}

/** A line break at the end of a text starts no further line. */
export function countLines(text: string): number {
  let lines = 1;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lines += 1;
  return text.endsWith('\n') ? lines - 1 : lines;
}

/** Counts code points, so that a surrogate pair is one character. */
export function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}
