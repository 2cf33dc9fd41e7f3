const escapeLength = '\\ud800'.length;
const lowHalf = /^\\u[dD][c-fC-F][0-9a-fA-F]{2}$/;

/**
 * Replaces each escape of half a surrogate pair in JSON text with an escape of U+FFFD. Half a pair has no
 * form in UTF-8, so databases and model servers would each turn it into something else. The function works on
 * the text, because a reviver of `JSON.parse` takes 0.2 s for 1 MB of numbers.
 */
export function replaceHalves(json: string): string {
  const half = /\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g;
  let [replaced, done] = ['', 0];
  while (half.test(json)) {
    const end = half.lastIndex;
    const start = end - escapeLength;
    if (isEscaped(json, start)) continue;
    const next = end + escapeLength;
    if (!isLow(json, start) && lowHalf.test(json.slice(end, next))) {
      half.lastIndex = next;
      continue;
    }
    replaced += `${json.slice(done, start)}\\ufffd`;
    done = end;
  }
  return replaced + json.slice(done);
}

const isLow = (json: string, start: number) => /[c-fC-F]/.test(json.charAt(start + 3));

/** Says whether the backslash at `start` is itself escaped by a backslash before it. */
function isEscaped(json: string, start: number): boolean {
  let before = start;
  while (json[before - 1] === '\\') before -= 1;
  return (start - before) % 2 === 1;
}
