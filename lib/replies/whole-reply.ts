import { lineEndAt } from './characters';
import { pythonCalls } from './dialects';
import { fenceOpeningAt, findFenceClose } from './fence';
import { findBrokenEnd } from './json/broken-end';
import { scanJson } from './json/json-scan';
import { isYamlCall } from './key-lines';
import { isQuotationMark, LooseKeys, quotedKeyAt } from './keys';
import { type Fault, foreignFault } from './malformed';
import { tagAt } from './marks';
import { faultOf, readPiece, verdictOn } from './pieces';

const mostShells = 12;
/** A label such as `Next:`, on the line of what it labels. */
const label = /^[^\n{}[\]"<`:：]{1,40}[:：](?=[^\S\n]*[{`[\x22<“])/;
/** Comment and heading marks, arrows and brackets before an object, and what may end it. */
const marksBefore = /^(?:[#/|*(]|→|=>){1,40}(?=\s{0,40}["'{<`])/;
/** `x{…}`: one more word or mark, glued to the object or a key; or a comment before it. */
const gluedBefore =
  /^(?:[^\s{]{0,11}\/\*[^\n]{0,80}?\*\/\s?|(?:#|\/\/)[^\n]{0,80}\n\s?|(?:--|[^\s{+-])[^\s{]{0,11}?(?:\r?\n\s{0,20})?)(?=[{"])/;
const onlyClosers = /^[\s}\]｝),;.]*$/;
const marksAfter = /[.,;:)|#*/…!?]+$/;

/**
 * The complete reply is evidence, too: a call in shells that are not ours (a fence of any label, tags of any name, inline
 * code, a JSON string, a label, marks), and nothing else, was meant to run. Takes the shells off one by one.
 */
export function findWholeCall(text: string, start: number, end: number): Fault | null {
  let core = text.slice(start, end).trim();
  let hasOnlyLabel = false;
  let yaml: Fault | null = null;
  for (let shells = 0; shells < mostShells; shells += 1) {
    const fault = findBareCall(core, start, hasOnlyLabel);
    if (fault) return fault;
    const unlabelled: string | null = shells === 0 || hasOnlyLabel ? withoutFront(core, label) : null;
    const inner: string | undefined = takeOffShell(core, shells > 0)?.trim();
    if (inner === undefined || inner === core) return yaml;
    if (/^[`~]{3}/.test(core) && isYamlCall(inner)) yaml = foreignFault('YAML', start);
    hasOnlyLabel = inner === unlabelled?.trim();
    core = inner;
  }
  return yaml;
}

/** A call that is all of `core`: valid, in another format, or broken with two of its keys; the walk saw one in a line. */
function findBareCall(core: string, offset: number, isInLine: boolean): Fault | null {
  if (core.endsWith(')]') && pythonCalls.test(core)) return foreignFault('a function call', offset);
  const scan = '{[｛'.includes(core.charAt(0) || '?') ? scanJson(core, 0) : null;
  const json = { start: 0, end: core.length };
  const keys = new LooseKeys(core);
  if (scan?.ok && scan.end === core.length) {
    const piece = readPiece(core, keys, { placement: 'shell', ...json, json }, scan);
    return verdictOn(piece) === 'malformed' ? { ...faultOf(core, piece), offset } : null;
  }
  if (isInLine) return null;
  const isBroken = scan
    ? /[}\]｝][\s;),.]{0,9}$/.test(core.slice(-10)) || (!scan.ok && scan.code === 'truncated')
    : /[}\]]$/.test(core) && quotedKeyAt(core, 0);
  if (!isBroken) return null;
  const brokenEnd = scan && !scan.ok ? findBrokenEnd(core, scan, core.length) : (scan?.end ?? core.length);
  if (!onlyClosers.test(core.slice(brokenEnd))) return null;
  const { quoted, contract } = keys.within(0, core.length);
  if ((scan ? contract : quoted) < 2) return null;
  const reason = scan?.ok === false ? scan.reason : 'it is not one object';
  return { code: 'invalid_json', reason: `The call is not valid JSON: ${reason}`, offset };
}

/** What is inside the outermost shell; null when there is none. */
function takeOffShell(core: string, isInside: boolean): string | null {
  return (
    withoutMarksAfter(core) ??
    insideFence(core) ??
    insideTags(core) ??
    insideJsonString(core) ??
    insideQuotes(core) ??
    withoutFront(core, marksBefore) ??
    (isInside ? withoutFront(core, gluedBefore) : null) ??
    withoutFront(core, label)
  );
}

function withoutMarksAfter(core: string): string | null {
  const marks = marksAfter.exec(core.slice(-20))?.[0];
  return marks === undefined ? null : core.slice(0, -marks.length);
}

function withoutFront(core: string, front: RegExp): string | null {
  const match = front.exec(core)?.[0];
  return match === undefined ? null : core.slice(match.length);
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
  const before = skipQuotes(core, 0, 1);
  const after = skipQuotes(core, core.length - 1, -1);
  if (before === 0 || after === core.length - 1 || before > after) return null;
  const inner = core.slice(before, after + 1);
  return /^json\s*\{/.test(inner) ? inner.slice(4) : inner;
}

function skipQuotes(core: string, from: number, step: 1 | -1): number {
  let at = from;
  while (at >= 0 && at < core.length && (isQuotationMark(core.charAt(at)) || '*_'.includes(core.charAt(at))))
    at += step;
  return at;
}
