import { skipBlanksInLine } from './blank';
import type { KeyLinePart } from './reply-parts';

const keys = ['tool', 'parameters', 'terminate', 'action input', 'action', 'thought', 'final answer'];
const decorations = '*_"\'';

/** The line at `first`, when it is one of the lines by which YAML and ReAct calls are written: `Action: read_file`. */
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
