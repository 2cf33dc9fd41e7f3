import type { JsonValue } from '../shared/json';
import { lineEndAt } from './characters';
import { fenceOpeningAt, findFenceClose } from './fence';
import { listingFault } from './findings';
import { type JsonScan, scanJson } from './json/json-scan';
import { isYamlCall } from './key-lines';
import { LooseKeys, quotedKeyAt } from './loose-keys';
import { type Fault, foreignFault } from './malformed';
import { tagAt } from './markup';
import { findBrokenEnd } from './read-json';
import { readValue } from './read-value';

const mostShells = 12;
const quotes = '"\'“”„‘’«»`*_';
/** A label such as `Next:`, on the line of what it labels. */
const label = /^[^\n{}[\]"<`:：]{1,40}[:：](?=[^\S\n]*[{[`"<“])/;
/** Comment and heading marks, arrows and brackets before an object, and what may end it. */
const marksBefore = /^(?:[#/|*(]|→|=>)+(?=\s*["'{<`])/;
/** `x{…}`: one more word or mark, glued to the object or a key; or a comment before it. */
const gluedBefore =
  /^(?:[^\s{]{0,11}\/\*[^\n]{0,80}?\*\/\s?|(?:#|\/\/)[^\n]{0,80}\n\s?|(?:--|[^\s{+-])[^\s{]{0,11}?(?:\r?\n\s{0,20})?)(?=[{"])/;
const onlyClosers = /^[\s}\]｝),;.]*$/;
const marksAfter = /[.,;:)|#*/…!?]+$/;
const pythonCalls = /^\[[A-Za-z_][\w.]{0,63}\(([A-Za-z_]\w{0,63}\s?=|\))/;

/**
 * The complete reply is evidence, too: a call in shells that are not ours (a fence of any label, tags of any name, inline
 * code, a JSON string, a label, marks), and nothing else, was meant to run. Takes the shells off one by one.
 */
export function findWholeCall(text: string, start: number, end: number): Fault | null {
  let core = text.slice(start, end).trim();
  let hasOnlyLabel = false;
  for (let shells = 0; shells < mostShells; shells += 1) {
    const fault = findBareCall(core, start, hasOnlyLabel);
    if (fault) return fault;
    const inner = takeOffShell(core, shells > 0)?.trim();
    if (inner === undefined || inner === core) return null;
    if (/^[`~]{3}/.test(core) && isYamlCall(inner)) return foreignFault('YAML', start);
    hasOnlyLabel = (shells === 0 || hasOnlyLabel) && inner === withoutMatch(core, label)?.trim();
    core = inner;
  }
  return null;
}

/** A call that is all of `core`: valid, in another format, or broken with two of its keys; `takeJson` saw one in a line. */
function findBareCall(core: string, offset: number, isInLine: boolean): Fault | null {
  if (core.endsWith(')]') && pythonCalls.test(core)) return foreignFault('a function call', offset);
  const opening = core.charAt(0);
  const scan = '{[｛'.includes(opening || '?') ? scanJson(core, 0) : null;
  if (scan?.ok && scan.end === core.length) return readCore(core, offset);
  if (isInLine) return null;
  if (scan ? !isOneObject(core, scan) : quotedKeyAt(core, 0) !== 'yes' || !/[}\]]$/.test(core)) return null;
  const { quoted, contract } = new LooseKeys(core).within(0, core.length);
  if ((scan ? contract : quoted) < 2) return null;
  const reason = scan?.ok === false ? scan.reason : 'it is not one object';
  return { code: 'invalid_json', reason: `The call is not valid JSON: ${reason}`, offset };
}

/** Whether a broken object that begins the text reaches to its end. */
function isOneObject(core: string, scan: JsonScan): boolean {
  if (!/[}\]｝][\s;),.]{0,9}$/.test(core.slice(-10)) && (scan.ok || scan.code !== 'truncated')) return false;
  return onlyClosers.test(core.slice(scan.ok ? scan.end : findBrokenEnd(core, scan, core.length)));
}

function readCore(core: string, offset: number): Fault | null {
  const value = readValue(JSON.parse(core) as JsonValue);
  switch (value.what) {
    case 'call':
      return {
        code: 'not_alone',
        reason:
          'The call is inside something else: a code fence of another language, other tags, quotes or a label',
        offset,
        wanted: core,
      };
    case 'fault':
      return { code: value.code, reason: `The call is not valid: ${value.reason}`, offset };
    case 'foreign':
      return foreignFault(value.format, offset);
    case 'listing':
      return listingFault(core, { start: 0, end: core.length }, value.calls);
    default:
      return null;
  }
}

/** What is inside the outermost shell; null when there is none. */
function takeOffShell(core: string, isInside: boolean): string | null {
  return (
    withoutMatch(core, marksAfter) ??
    insideFence(core) ??
    insideTags(core) ??
    insideJsonString(core) ??
    insideQuotes(core) ??
    withoutMatch(core, marksBefore) ??
    (isInside ? withoutMatch(core, gluedBefore) : null) ??
    withoutMatch(core, label)
  );
}

function withoutMatch(core: string, pattern: RegExp): string | null {
  const tail = pattern === marksAfter ? core.slice(-20) : core;
  const match = pattern.exec(tail);
  if (!match) return null;
  return pattern === marksAfter ? core.slice(0, core.length - match[0].length) : core.slice(match[0].length);
}

function insideFence(core: string): string | null {
  const lineEnd = lineEndAt(core, 0);
  const opening = fenceOpeningAt(core, 0, lineEnd);
  if (!opening) return null;
  const isInLabel = /[{"<]/.test(core.slice(opening.length, lineEnd));
  const from = isInLabel ? opening.length : lineEnd + 1;
  const close = findFenceClose(core, from, core.length, opening);
  if (!close) return core.slice(from);
  const last = core.lastIndexOf('\n');
  const isLast = close.end === core.length || lineEndAt(core, close.contentEnd + 1) === core.length;
  if (isLast) return core.slice(from, close.contentEnd);
  return last > from && /^[`~]+\s*$/.test(core.slice(last + 1)) ? core.slice(from, last) : null;
}

function insideTags(core: string): string | null {
  const tag = tagAt(core, 0);
  if (!tag || tag.isClose) return null;
  const closeStart = core.lastIndexOf('</');
  const close = closeStart > 0 ? tagAt(core, closeStart) : null;
  return close?.end === core.length && close.name === tag.name ? core.slice(tag.end, closeStart) : null;
}

function insideJsonString(core: string): string | null {
  if (!core.startsWith('"')) return null;
  const scan = scanJson(core, 0);
  return scan.ok && scan.end === core.length ? (JSON.parse(core) as string) : null;
}

/** Quotation marks or emphasis on both sides. */
function insideQuotes(core: string): string | null {
  const before = skipMarks(core, 0, 1);
  const after = skipMarks(core, core.length - 1, -1);
  if (before === 0 || after === core.length - 1 || before > after) return null;
  const inner = core.slice(before, after + 1);
  return /^json\s*\{/.test(inner) ? inner.slice(4) : inner;
}

function skipMarks(core: string, from: number, step: 1 | -1): number {
  let at = from;
  while (quotes.includes(core[at] ?? '?')) at += step;
  return at;
}
