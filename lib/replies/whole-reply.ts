import { lineEndAt } from './characters';
import { pythonCalls } from './dialects';
import { fenceOpeningAt, findFenceClose } from './fence';
import { findBrokenEnd } from './json/broken-end';
import { scanJson } from './json/json-scan';
import { findKeyLineCall } from './key-lines';
import { keysIn, quotedKeyAt } from './keys';
import { because } from './malformed';
import { tagAt } from './marks';
import { foreignPiece, type Piece, readPiece, reasonOf, verdictOn } from './piece';
import { readPart } from './read-lines';

/** A call that is the complete reply; its offsets are those in `core`, the reply without its shells. */
export type WholeCall = { piece: Piece; core: string };

const mayHoldCall = /[{[｛"]|tool/i;
const mostShells = 12;

/**
 * The complete reply is evidence, too: a call in shells that are not ours (a fence of any label, tags of any name, inline
 * code, a JSON string, a label, marks), and nothing else, was meant to run. Takes the shells off one by one.
 */
export function findWholeCall(reply: string): WholeCall | null {
  if (!mayHoldCall.test(reply)) return null;
  let core = reply.trim();
  const piece = findFenceOnOneLine(core) ?? findBareCall(core);
  if (piece) return { piece, core };
  let hasOnlyLabels = true;
  for (let count = 0; count < mostShells; count += 1) {
    const shell = shells.find(({ name, peel }) => (count > 0 || name !== 'glued') && peel(core) !== null);
    const inner = shell?.peel(core)?.trim();
    if (shell === undefined || inner === undefined) return null;
    core = inner;
    hasOnlyLabels &&= shell.name === 'label';
    const found = shell.name === 'fence' ? (findYaml(core) ?? findBareCall(core)) : findBareCall(core);
    // What is broken behind a label has been read as a line of words.
    if (found && !(hasOnlyLabels && found.meaning === 'fault')) return { piece: found, core };
  }
  return null;
}

/** ```json {…} ``` is ours: the only shell here in which a call runs. */
function findFenceOnOneLine(core: string): Piece | null {
  const [opening, marker] = /^(`{3,20})(?:json)?[^\S\n]{0,80}(?=\{)/.exec(core) ?? [];
  if (opening === undefined) return null;
  const scan = scanJson(core, opening.length);
  if (scan.fault || core.slice(scan.end).trim() !== marker) return null;
  const json = { start: opening.length, end: scan.end };
  const place = { placement: 'fence', start: 0, end: core.length, json } as const;
  return readPiece(core, place, scan);
}

const onlyClosers = /^[\s}\]｝),;.]*$/;

/** A call that is all of `core`: valid, in another format, or broken with two of its keys. */
function findBareCall(core: string): Piece | null {
  const json = { start: 0, end: core.length };
  if (core.endsWith(')]') && pythonCalls.test(core)) return foreignPiece('shell', 'a function call', json);
  const place = { placement: 'shell', ...json, json } as const;
  const scan = '{[｛'.includes(core.charAt(0) || '?') ? scanJson(core, 0) : null;
  if (scan?.fault === null && scan.end === core.length) {
    const piece = readPiece(core, place, scan);
    return verdictOn(piece) === 'shown' ? null : piece;
  }
  const isEnded = /[}\]｝][\s;),.]{0,9}$/.test(core.slice(-10));
  const isCut = scan?.fault === 'truncated';
  if (!isCut && !(isEnded && (scan || quotedKeyAt(core, 0)))) return null;
  const end = scan?.fault ? findBrokenEnd(core, scan, core.length) : (scan?.end ?? core.length);
  const { quoted, contract } = keysIn(core, 0, core.length);
  if (!onlyClosers.test(core.slice(end)) || (scan ? contract : quoted).length < 2) return null;
  const reason = scan?.fault
    ? reasonOf(scan)
    : because('invalid_json', 'The call is not valid JSON: it is not one object');
  return { ...place, meaning: 'fault', call: null, why: { ...reason, offset: 0 } };
}

/** The content of a fence is a call in YAML if it begins with one of its keys. */
function findYaml(content: string): Piece | null {
  const { keyLines } = readPart(content, 0, 'line');
  const isYaml = /^(?:---\s{0,20})?$/.test(content.slice(0, keyLines[0]?.start));
  const call = isYaml ? findKeyLineCall(keyLines, false) : null;
  return call && foreignPiece('shell', call.format, { start: call.start, end: content.length });
}

type Peel = (core: string) => string | null;

/** Everything that may be around a call. `peel` returns what is inside the shell, null when there is none. */
const shells: { name: string; peel: Peel }[] = [
  { name: 'marks behind', peel: without(null, /[^\p{L}\p{N}}\]｝>"'`“”’»~]{1,20}$/u) },
  { name: 'fence', peel: insideFence },
  { name: 'tags', peel: insideTags },
  { name: 'string', peel: insideJsonString },
  /** Quotation marks or emphasis on both sides. */
  {
    name: 'quotes',
    peel: without(/^["'`“”„‘’«»*_]{1,20}(?:json\s?(?=\{))?/, /["'`“”„‘’«»*_]{1,20}$/),
  },
  { name: 'marks', peel: without(/^(?![>+-])[^\p{L}\p{N}{[｛<"`~]{1,40}(?=["'{<`])/u, null) },
  /** One more word or mark, glued to the object or a key; or a comment before it. */
  {
    name: 'glued',
    peel: without(
      /^(?:[^\s{]{0,11}\/\*[^\n]{0,80}?\*\/\s?|(?:#|\/\/)[^\n]{0,80}\n\s?|(?:--|[^\s{+-])[^\s{]{0,11}?(?:\r?\n\s{0,20})?)(?=[{"])/,
      null,
    ),
  },
  /** `Next:`, on the line of what it labels. */
  {
    name: 'label',
    peel: without(/^[^\n{}[\]"<`:：]{1,40}[:：](?=[^\S\n]{0,80}[{`["<“])/, null),
  },
];

/** Takes off what matches at both ends, or at the one that has a pattern. */
function without(front: RegExp | null, behind: RegExp | null): Peel {
  return (core) => {
    const start = front?.exec(core)?.[0].length ?? 0;
    const length = behind?.exec(core.slice(-20))?.[0].length ?? 0;
    const isShell = (front === null || start > 0) && (behind === null || length > 0);
    return isShell && start + length < core.length ? core.slice(start, core.length - length) : null;
  };
}

function insideFence(core: string): string | null {
  const lineEnd = lineEndAt(core, 0);
  const opening = fenceOpeningAt(core, 0, lineEnd);
  if (!opening) return null;
  const isInLabel = /[{"<]/.test(core.slice(opening.length, lineEnd));
  const from = isInLabel ? opening.length : lineEnd + 1;
  const last = core.lastIndexOf('\n');
  if (last >= from && /^[`~\s]+$/.test(core.slice(last + 1))) return core.slice(from, last);
  return findFenceClose(core, from, core.length, opening) ? null : core.slice(from);
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
  return scan.fault === null && scan.end === core.length ? (JSON.parse(core) as string) : null;
}
