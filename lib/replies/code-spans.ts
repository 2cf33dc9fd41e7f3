/**
 * Finds the inline code of one line by CommonMark's rule: a run of backquotes closes at the next run of the same length.
 * Maps the start of each opening run to the offset just after the closing run. Each character is read once.
 */
export function findCodeSpans(text: string, from: number, lineEnd: number): Map<number, number> {
  const runs: { start: number; length: number }[] = [];
  for (let at = text.indexOf('`', from); at !== -1 && at < lineEnd; at = text.indexOf('`', at)) {
    const start = at;
    while (at < lineEnd && text[at] === '`') at += 1;
    runs.push({ start, length: at - start });
  }
  const nextOfLength = new Map<number, number>();
  const closes = new Map<number, number>();
  for (const run of runs.reverse()) {
    const close = nextOfLength.get(run.length);
    if (close !== undefined) closes.set(run.start, close + run.length);
    nextOfLength.set(run.length, run.start);
  }
  return closes;
}
