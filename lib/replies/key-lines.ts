import { skipBlanksInLine } from './characters';
import { type Fault, foreignFault } from './malformed';
import type { KeyLinePart, WalkedReply } from './parts';
import { skipBlanksAndTokens } from './reply-cursor';

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
export function mayBecomeKeyLine(head: string): boolean {
  const word = head.slice(skipDecorations(head, 0)).toLowerCase();
  if (word === '') return head.length < 4;
  if (callKeys.some((key) => key.length > word.length && key.startsWith(word))) return true;
  const key = callKeys.find((candidate) => word.startsWith(candidate));
  if (!key) return false;
  const rest = word.slice(key.length);
  const next = skipBlanksInLine(rest, skipDecorations(rest, 0));
  return next >= rest.length || rest[next] === ':' || rest[next] === '：';
}

/** Finds a call in lines of `key: value`: YAML anywhere, ReAct with its action and input. */
export function findKeyLineCall({ text, parts, start, end }: WalkedReply): Fault | null {
  const lines = parts.filter((part) => part.kind === 'key_line');
  const yaml = findYaml(text, lines);
  if (yaml) return foreignFault('YAML', yaml.start);
  const react = lines.find(
    (line, index) => line.key === 'action' && lines[index + 1]?.key === 'action input',
  );
  if (react) return foreignFault('Action and Action Input lines', react.start);
  const [first] = lines;
  const last = lines.at(-1);
  if (first?.key !== 'thought' || last?.key !== 'action') return null;
  const isAll =
    skipBlanksAndTokens(text, start, first.start) >= first.start &&
    skipBlanksAndTokens(text, last.end, end) >= end;
  return isAll && last.valueStart < last.end ? foreignFault('Thought and Action lines', last.start) : null;
}

function findYaml(text: string, lines: readonly KeyLinePart[]): KeyLinePart | null {
  const line = lines.find(({ key }) => key === 'tool');
  if (!line) return null;
  const value = text.slice(line.valueStart, Math.min(line.end, line.valueStart + 200)).trim();
  const [name = '', ...others] = value.split(' ');
  if (name === '' || name.startsWith('{')) return null;
  const rest = others.join(' ');
  if (/parameters["']?\s?[:=]/.test(rest)) return line;
  return rest === '' && lines.some((member) => isYamlMember(text, member)) ? line : null;
}

function isYamlMember(text: string, line: KeyLinePart): boolean {
  const value = text.slice(line.valueStart, Math.min(line.end, line.valueStart + 20)).trim();
  if (line.key === 'terminate') return /^(true|false|yes|no)\b/i.test(value);
  return line.key === 'parameters' && (value === '' || '{[|>"'.includes(value.charAt(0)) || value === 'null');
}

/** The content of a fence that is a call in YAML. */
export function isYamlCall(content: string): boolean {
  const lines = content.split('\n', 50).map((line) => line.trim().toLowerCase());
  const first = lines.find((line) => line !== '' && line !== '---') ?? '';
  const has = (key: string) => lines.some((line) => line.startsWith(`${key}:`));
  return (
    /^(?:tool|parameters|terminate):/.test(first) && has('tool') && (has('parameters') || has('terminate'))
  );
}
