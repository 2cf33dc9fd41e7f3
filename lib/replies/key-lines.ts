import { matchAt } from './characters';
import { type Fault, foreignFault } from './malformed';
import { skipTurnTokens } from './marks';

/** A line such as `tool: read_file` or `Action Input: {…}`: how YAML and ReAct calls are written. */
export type KeyLine = { key: string; start: number; valueStart: number; end: number };

const keyLine =
  /[*_"']{0,4}(tool|parameters|terminate|action input|action|thought|final answer)[*_"']{0,4}[^\S\n]{0,80}[:：][*_"']{0,4}[^\S\n]{0,80}/iy;

/** The line at `first`, if it belongs to a YAML or ReAct call. */
export function keyLineAt(text: string, first: number, end: number): KeyLine | null {
  const found = matchAt(keyLine, text, first);
  if (!found?.[1]) return null;
  const valueStart = Math.min(first + found[0].length, end);
  return { key: found[1].toLowerCase(), start: first, valueStart, end };
}

/** Finds a call in lines of `key: value`: YAML anywhere, ReAct with its action and input. */
export function findKeyLineCall(
  text: string,
  { start, end }: { start: number; end: number },
  lines: readonly KeyLine[],
): Fault | null {
  const yaml = findYaml(text, lines);
  if (yaml) return foreignFault('YAML', yaml.start);
  const isReact = (line: KeyLine, index: number) =>
    line.key === 'action' && lines[index + 1]?.key === 'action input';
  const react = lines.find(isReact);
  if (react) return foreignFault('Action and Action Input lines', react.start);
  const [first] = lines;
  const last = lines.at(-1);
  if (first?.key !== 'thought' || last?.key !== 'action' || last.valueStart >= last.end) return null;
  const isAll =
    skipTurnTokens(text, start, first.start, 'everywhere') >= first.start &&
    skipTurnTokens(text, last.end, end, 'everywhere') >= end;
  return isAll ? foreignFault('Thought and Action lines', last.start) : null;
}

function findYaml(text: string, lines: readonly KeyLine[]): KeyLine | null {
  const line = lines.find(({ key }) => key === 'tool');
  if (!line) return null;
  const [name = '', ...others] = textOf(text, line, 200).split(' ');
  if (name === '' || name.startsWith('{')) return null;
  const rest = others.join(' ');
  if (/parameters["']?\s?[:=]/.test(rest)) return line;
  return rest === '' && lines.some((member) => isYamlMember(text, member)) ? line : null;
}

function textOf(text: string, { valueStart, end }: KeyLine, length: number): string {
  return text.slice(valueStart, Math.min(end, valueStart + length)).trim();
}

function isYamlMember(text: string, line: KeyLine): boolean {
  const value = textOf(text, line, 20);
  if (line.key === 'terminate') return /^(true|false|yes|no)\b/i.test(value);
  return line.key === 'parameters' && /^(?:$|[{[|>"]|null$)/.test(value);
}

/** Whether the complete content of a fence is a call in YAML. */
export function isYamlCall(content: string): boolean {
  const lines = content.split('\n', 50).map((line) => line.trim().toLowerCase());
  const first = lines.find((line) => line !== '' && line !== '---') ?? '';
  const quote = /^["']?/.exec(first)?.[0] ?? '';
  const has = (key: string) => lines.some((line) => line.startsWith(`${quote}${key}${quote}:`));
  const isKey = /^["']?(?:tool|parameters|terminate)["']?:/.test(first);
  return isKey && has('tool') && (has('parameters') || has('terminate'));
}
