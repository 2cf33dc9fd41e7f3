import { type Attempt, findAttempt } from './attempt';
import { scanJson } from './json/json-scan';
import { notAlone } from './piece';
import { readReply } from './read-lines';
import type { Reader } from './reader';

const mostShells = 4;
/** What may stand before a call that is a complete reply, one thing after the other. */
const front = new RegExp(
  [
    // A fence: its first line is only a label.
    /(?:`{3,}(?=[^`\n]*(?:\n|$))|~{3,})(?:[^\n{"<]*\n)?/,
    /<[A-Za-z][\w:.-]{0,63}[^<>\n]{0,400}>/,
    // Quotation marks or emphasis.
    /["'`“”„‘’«»*_]{1,20}(?:json\s?(?=\{))?/,
    /(?![>+-])[^\p{L}\p{N}{[｛<"`~]{1,40}(?=["'{<`])/u,
    // A comment, or one more word or mark, glued to the object or a key.
    /(?:[^\s{]{0,11}\/\*[^\n]{0,80}?\*\/\s?|(?:#|\/\/)[^\n]{0,80}\n\s?|(?:--|[^\s{+-])[^\s{]{0,11}?(?:\r?\n\s{0,20})?)(?=[{"])/,
    // `Next:`, on the line of what it labels.
    /[^\n{}[\]"<`:：]{1,40}[:：](?=[^\S\n]{0,80}[{`["<“])/,
  ]
    .map(({ source }) => `^${source}`)
    .join('|'),
  'u',
);
/** What may stand behind it: the end of a fence or of tags, quotation marks, other marks. */
const behind =
  /(?:(?:\n[^\S\n]{0,20})?[`~]{1,20}|<\/[A-Za-z][\w:.-]{0,63}[^<>\n]{0,400}>|["'`“”„‘’«»*_]{1,20}|[^\p{L}\p{N}{}[\]｛｝>'"`“”’»~]{1,20})$/u;
/** No call is without one of these words. */
const mayHoldCall = /tool|action|function|invoke|arguments|parameters|call|\[\w{1,64}\(/i;
/** How a call begins, or lines of YAML. */
const mayBegin = /^(?:[{[｛"<`]|---\s|[*_]{0,2}(?:tool|action|thought)\b)/i;

/**
 * The complete reply is evidence, too: a call in shells that are not ours (a fence of any label, tags of any name, inline
 * code, a JSON string, a label, marks), and nothing else, was meant to run. Takes the shells off one by one.
 */
export function findAttemptInShells(reader: Reader): Attempt | null {
  let core: string | null = reader.raw.slice(reader.start).trim();
  if (!mayHoldCall.test(core)) return null;
  for (let count = 0; count < mostShells; count += 1) {
    core = takeShell(core);
    if (core === null) return null;
    const found = mayBegin.test(core) ? findAttempt(readReply(core)) : null;
    if (!found || !isAll(core, found)) continue;
    const fault = found.fault ?? { ...notAlone, wanted: core.slice(found.start, found.end) };
    return { ...found, fault: { ...fault, offset: reader.start } };
  }
  return null;
}

/** Nothing but the start of a YAML document is before it, and nothing but stray marks behind it. */
function isAll(core: string, { start, end }: Attempt): boolean {
  return /^(?:---)?\s*$/.test(core.slice(0, start)) && /^[\s}\]｝),;.]*$/.test(core.slice(end));
}

function takeShell(core: string): string | null {
  const scan = core.startsWith('"') ? scanJson(core, 0) : null;
  if (scan?.fault === null && scan.end === core.length) return (JSON.parse(core) as string).trim();
  const start = front.exec(core)?.[0].length ?? 0;
  const end = core.length - (behind.exec(core.slice(-500))?.[0].length ?? 0);
  const inner = core.slice(start, end).trim();
  return inner === '' || inner === core ? null : inner;
}
