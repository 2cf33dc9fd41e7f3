import { matchAt } from './characters';

/** A line such as `tool: read_file` or `Action Input: {…}`: how YAML and ReAct calls are written. */
export type KeyLine = { key: string; start: number; valueStart: number; value: string; end: number };

const keyLine =
  /[*_"']{0,4}(tool|parameters|terminate|action input|action|thought|final answer)[*_"']{0,4}[^\S\n]{0,80}[:：][*_"']{0,4}[^\S\n]{0,80}/iy;
const longestValue = 200;

/** The line at `first`, if it belongs to a YAML or ReAct call. */
export function keyLineAt(text: string, first: number, lineEnd: number): KeyLine | null {
  const [all = '', key] = matchAt(keyLine, text, first) ?? [];
  if (key === undefined) return null;
  const valueStart = Math.min(first + all.length, lineEnd);
  const value = text.slice(valueStart, Math.min(lineEnd, valueStart + longestValue)).trim();
  return { key: key.toLowerCase(), start: first, valueStart, value, end: lineEnd };
}

/** The format of the call in lines of `key: value`, and its line. A thought and an action alone are one if nothing else is there. */
export function findKeyLineCall(
  lines: readonly KeyLine[],
  isAll: boolean,
): { format: string; start: number } | null {
  const tool = lines.find(({ key }) => key === 'tool');
  if (tool && isYaml(tool.value, lines)) return { format: 'YAML', start: tool.start };
  const action = lines.find(
    ({ key, value }, index) =>
      key === 'action' &&
      (lines[index + 1]?.key === 'action input' || (isAll && value !== '' && lines[0]?.key === 'thought')),
  );
  return action ? { format: 'Action and Action Input lines', start: action.start } : null;
}

/** The name of a tool, and `parameters` or `terminate` with a value of theirs, or all of them on one line. */
function isYaml(tool: string, lines: readonly KeyLine[]): boolean {
  const [name = '', ...others] = tool.split(' ');
  if (name === '' || name.startsWith('{')) return false;
  const rest = others.join(' ');
  return /parameters["']?\s?[:=]/.test(rest) || (rest === '' && lines.some(isYamlMember));
}

function isYamlMember({ key, value }: KeyLine): boolean {
  if (key === 'terminate') return /^(true|false|yes|no)\b/i.test(value);
  return key === 'parameters' && /^(?:$|[{[|>"]|null$)/.test(value);
}
