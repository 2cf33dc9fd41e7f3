/** Writes "0 bytes", "12 bytes", "3.4 KB" or "12 MB". A KB is 1,000 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return countOf(bytes, 'byte');
  if (bytes < 999_500) return `${round(bytes / 1_000)} KB`;
  return `${round(bytes / 1_000_000)} MB`;
}

function round(value: number): string {
  return value < 9.95 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value));
}

/** Writes an amount in words: "1 line", "1,400 lines", "2 matches". */
export function countOf(amount: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(amount)} ${amount === 1 ? noun : plural}`;
}

/** Writes an integer as "12,345". It does not use Intl, whose first use delays the first paint. */
export function formatCount(amount: number): string {
  return String(amount).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Writes "1st", "2nd", "13th" or "1,022nd". */
export function formatOrdinal(place: number): string {
  const isTeen = Math.floor(place / 10) % 10 === 1;
  const ending = (isTeen ? undefined : ['th', 'st', 'nd', 'rd'][place % 10]) ?? 'th';
  return `${formatCount(place)}${ending}`;
}

/** Counts lines as an editor does: a line break at the end does not begin another line. */
export function countLines(text: string): number {
  if (text === '') return 0;
  let lines = 1;
  for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', end + 1)) lines += 1;
  return text.endsWith('\n') ? lines - 1 : lines;
}

/** Words a duration for a sentence: "1 second", "4.5 seconds", "2 minutes". */
export function describeDuration(milliseconds: number): string {
  if (milliseconds < 60_000) return countOf(Math.round(milliseconds / 100) / 10, 'second');
  return countOf(Math.round(milliseconds / 6_000) / 10, 'minute');
}
