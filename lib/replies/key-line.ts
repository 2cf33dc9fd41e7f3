import { skipBlanksInLine } from './blank';
import type { KeyLinePart } from './reply-parts';

const keys = ['tool', 'parameters', 'terminate', 'action input', 'action', 'thought', 'final answer'];
/** The keys among them that a call needs; the others only accompany it. */
const callKeys = keys.filter((key) => key !== 'thought' && key !== 'final answer');
const decorations = '*_"\'';

/** The line at `first`, if it belongs to a YAML or ReAct call: `Action: read_file`. */
export function keyLineAt(text: string, first: number, lineEnd: number): KeyLinePart | null {
  let at = skipDecorations(text, first);
  const head = text.slice(at, at + 12).toLowerCase();
  const key = keys.find((candidate) => head.startsWith(candidate));
  if (!key) return null;
  at = skipBlanksInLine(text, skipDecorations(text, at + key.length), lineEnd);
  if (text[at] !== ':' && text[at] !== '：') return null;
  const valueStart = skipBlanksInLine(text, skipDecorations(text, at + 1), lineEnd);
  return { kind: 'key_line', key, start: first, valueStart, end: lineEnd };
}

function skipDecorations(text: string, at: number): number {
  let next = at;
  while (next - at < 4 && decorations.includes(text[next] ?? '?')) next += 1;
  return next;
}

/** Whether the beginning of a line announces a call or may still do so, so that a stream must hold it back. */
export function mayBecomeCallLine(head: string): 'yes' | 'no' | 'unknown' {
  const word = head.slice(skipDecorations(head, 0)).toLowerCase();
  if (word === '') return head.length < 4 ? 'unknown' : 'no';
  const key = callKeys.find((candidate) => word.startsWith(candidate));
  if (callKeys.some((candidate) => candidate.length > word.length && candidate.startsWith(word)))
    return 'unknown';
  if (!key) return 'no';
  const rest = word.slice(key.length);
  const next = skipBlanksInLine(rest, skipDecorations(rest, 0));
  if (next >= rest.length) return rest.length < 20 ? 'unknown' : 'yes';
  return rest[next] === ':' || rest[next] === '：' ? 'yes' : 'no';
}
