import { pythonCalls } from './dialects';
import { scanJson } from './json/json-scan';
import { findKeyLineCall } from './key-lines';
import { keysIn, quotedKeyAt } from './keys';
import { because } from './malformed';
import { foreignPiece, type Piece, readPiece, reasonOf, verdictOn } from './piece';
import { readPart } from './read-lines';
import { findBrokenEnd } from './read-values';
import type { Placement } from './verdicts';

/** A call that is the complete reply; its offsets are those in `core`, the reply without its shells. */
export type WholeCall = { piece: Piece; core: string };

const mayHoldCall = /[{[｛"]|tool/i;
const mostShells = 12;
const fenceOnOneLine = /^(`{3,20})(?:json)?[^\S\n]{0,80}(\{[^\n]*\})[^\S\n]*\1$/;

const anywhere = { front: /^/, behind: /$/ };
/** Everything that may be around a call. If both sides have a name, it is the same. */
const shells: Record<string, { front: RegExp; behind: RegExp }> = {
  'marks behind': { ...anywhere, behind: /[^\p{L}\p{N}}\]｝>"'`“”’»~]{1,20}$/u },
  /** The first line is only its label; what follows the last one closes nothing. */
  fence: {
    front: /^(?:`{3,}(?=[^`\n]*(?:\n|$))|~{3,})(?:[^\n{"<]*\n)?/,
    behind: /(?:\n[^\S\n]{0,20}[`~]{1,20})?$/,
  },
  tags: {
    front: /^<([a-z][\w:.-]{0,63})[^<>\n]{0,400}>/i,
    behind: /<\/([a-z][\w:.-]{0,63})[^<>\n]{0,400}>$/i,
  },
  /** Quotation marks or emphasis on both sides. */
  quotes: { front: /^["'`“”„‘’«»*_]{1,20}(?:json\s?(?=\{))?/, behind: /["'`“”„‘’«»*_]{1,20}$/ },
  marks: { ...anywhere, front: /^(?![>+-])[^\p{L}\p{N}{[｛<"`~]{1,40}(?=["'{<`])/u },
  /** One more word or mark, glued to the object or a key; or a comment before it. */
  glued: {
    ...anywhere,
    front:
      /^(?:[^\s{]{0,11}\/\*[^\n]{0,80}?\*\/\s?|(?:#|\/\/)[^\n]{0,80}\n\s?|(?:--|[^\s{+-])[^\s{]{0,11}?(?:\r?\n\s{0,20})?)(?=[{"])/,
  },
  /** `Next:`, on the line of what it labels. */
  label: { ...anywhere, front: /^[^\n{}[\]"<`:：]{1,40}[:：](?=[^\S\n]{0,80}[{`["<“])/ },
};
const longestBehind = 500;

/** The call of a reply that is only ```json {…} ```: on lines of its own, that fence is ours. */
export function findCallOnOneLine(reply: string): Piece | null {
  const content = fenceOnOneLine.exec(reply.trim())?.[2];
  const piece = content === undefined ? null : findBareCall(content, 'fence');
  return piece?.call ? piece : null;
}

/**
 * The complete reply is evidence, too: a call in shells that are not ours (a fence of any label, tags of any name, inline
 * code, a JSON string, a label, marks), and nothing else, was meant to run. Takes the shells off one by one.
 */
export function findWholeCall(reply: string): WholeCall | null {
  if (!mayHoldCall.test(reply)) return null;
  let core = reply.trim();
  const bare = findBareCall(core);
  if (bare) return { piece: bare, core };
  let hasOnlyLabels = true;
  for (let count = 0; count < mostShells; count += 1) {
    const shell = takeShell(core);
    if (!shell) return null;
    core = shell.inner.trim();
    hasOnlyLabels &&= shell.name === 'label';
    const found = (shell.name === 'fence' && findYaml(core)) || findBareCall(core);
    // What is broken behind a label has been read as a line of words.
    if (found && !(hasOnlyLabels && found.meaning === 'fault')) return { piece: found, core };
  }
  return null;
}

function takeShell(core: string): { name: string; inner: string } | null {
  const decoded = decodeString(core);
  if (decoded !== null) return { name: 'string', inner: decoded };
  for (const [name, { front, behind }] of Object.entries(shells)) {
    const before = front.exec(core);
    const after = before && behind.exec(core.slice(-longestBehind));
    if (!before || !after || before[1]?.toLowerCase() !== after[1]?.toLowerCase()) continue;
    const inner = core.slice(before[0].length, core.length - after[0].length);
    if (inner !== '' && inner !== core) return { name, inner };
  }
  return null;
}

function decodeString(core: string): string | null {
  if (!core.startsWith('"')) return null;
  const scan = scanJson(core, 0);
  return scan.fault === null && scan.end === core.length ? (JSON.parse(core) as string) : null;
}

/** A call that is all of `core`: valid, in another format, or broken with two of its keys. */
function findBareCall(core: string, placement: Placement = 'shell'): Piece | null {
  const json = { start: 0, end: core.length };
  if (core.endsWith(')]') && pythonCalls.test(core)) return foreignPiece('shell', 'a function call', json);
  const place = { placement, ...json, json };
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
  if (!/^[\s}\]｝),;.]*$/.test(core.slice(end)) || (scan ? contract : quoted).length < 2) return null;
  const notOne = because('invalid_json', 'The call is not valid JSON: it is not one object');
  return { ...place, meaning: 'fault', call: null, why: scan?.fault ? reasonOf(scan) : notOne, offset: 0 };
}

/** The content of a fence is a call in YAML if it begins with one of its keys. */
function findYaml(content: string): Piece | null {
  const isClosedBefore = /^[`~]{3,}[^\S\n]*$/m.test(content);
  if (isClosedBefore) return null;
  const { keyLines } = readPart(content, 0, 'line');
  const isYaml = /^(?:---\s{0,20})?$/.test(content.slice(0, keyLines[0]?.start));
  const call = isYaml ? findKeyLineCall(keyLines, false) : null;
  return call && foreignPiece('shell', call.format, { start: call.start, end: content.length });
}
