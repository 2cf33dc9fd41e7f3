import { skipBlanks, skipBlanksInLine } from './blank';
import { type Malformed, toMalformed } from './malformed';
import type { ForeignPart, KeyLinePart, LabeledFencePart, ReplyPart, WalkedReply } from './reply-parts';
import { isFirst, isLast, isWhole } from './reply-place';

/**
 * Finds a call in a format other than JSON: tags, special tokens, a ```tool_code fence, YAML, ReAct, Python. At the
 * beginning or end of a reply the model meant it to run; inside an explanation it is only shown.
 */
export function findForeignText(reply: WalkedReply): Malformed | null {
  const { text, parts } = reply;
  for (const part of parts) {
    if (part.kind === 'foreign' && (isFirst(reply, part) || isLast(reply, part)))
      return foreign(text, part.format, part.start);
    if (part.kind === 'labeled_fence' && isForeignFence(reply, part))
      return foreign(text, fenceName(part.label), part.start);
  }
  const lines = parts.filter((part): part is KeyLinePart => part.kind === 'key_line');
  const yaml = findYaml(text, lines);
  if (yaml) return foreign(text, 'YAML', yaml.start);
  const react = findReact(reply, lines);
  if (react) return foreign(text, 'Action and Action Input lines', react.start);
  const python = findPython(reply);
  return python === null ? null : foreign(text, 'a function call', python);
}

export function foreign(text: string, format: string, offset: number): Malformed {
  return toMalformed(
    text,
    'foreign_format',
    `The call is written as ${format}, a format that is not used here`,
    offset,
  );
}

export function isForeignMark(part: ReplyPart): part is ForeignPart {
  return part.kind === 'foreign';
}

const callLabels = new Set(
  'tool_code tool_call tool_calls tool_use tool function_call function_calls functioncall toolcall call action'.split(
    ' ',
  ),
);
const callTags = ['<tool_call>', '<function', '<invoke', '<tool_use>', '<|', '<｜'];

function isForeignFence(reply: WalkedReply, part: LabeledFencePart): boolean {
  const { text } = reply;
  const content = text.slice(part.contentStart, part.contentEnd);
  if (callLabels.has(part.label)) return isLast(reply, part) && content.trim() !== '';
  if (!isWhole(reply, part)) return false;
  if (part.label === 'yaml' || part.label === 'yml') return isYaml(content);
  return (
    part.label === '' && (isYaml(content) || callTags.some((tag) => content.trimStart().startsWith(tag)))
  );
}

function fenceName(label: string): string {
  return label === '' ? 'a call inside a code fence' : `a \`\`\`${label.slice(0, 20)} fence`;
}

function isYaml(content: string): boolean {
  const lines = content.split('\n', 50).map((line) => line.trim());
  return (
    (lines.find((line) => line !== '' && line !== '---') ?? '').startsWith('tool:') &&
    lines.some((line) => line.startsWith('parameters:') || line.startsWith('terminate:'))
  );
}

function findYaml(text: string, lines: readonly KeyLinePart[]): KeyLinePart | null {
  const tool = lines.findIndex((line) => line.key === 'tool');
  const line = lines[tool];
  if (!line) return null;
  const value = text.slice(line.valueStart, Math.min(line.end, line.valueStart + 200)).trim();
  const [name = '', ...others] = value.split(' ');
  if (name === '' || name.startsWith('{')) return null;
  const rest = others.join(' ');
  if (rest.includes('parameters') && (rest.includes(':') || rest.includes('='))) return line;
  const isFollowed = lines.slice(tool + 1).some((member) => isYamlMember(text, member));
  return rest === '' && isFollowed ? line : null;
}

function isYamlMember(text: string, line: KeyLinePart): boolean {
  const value = text.slice(line.valueStart, Math.min(line.end, line.valueStart + 20)).trim();
  if (line.key === 'terminate') return /^(true|false|yes|no)\b/i.test(value);
  return line.key === 'parameters' && (value === '' || '{[|>"'.includes(value.charAt(0)) || value === 'null');
}

function findReact(reply: WalkedReply, lines: readonly KeyLinePart[]): KeyLinePart | null {
  const { text } = reply;
  for (const [index, line] of lines.entries()) {
    if (line.key === 'action' && lines[index + 1]?.key === 'action input') return line;
  }
  const [first] = lines;
  const last = lines.at(-1);
  if (!first || last?.key !== 'action' || !isFirst(reply, first) || !isLast(reply, last)) return null;
  return skipBlanksInLine(text, last.valueStart, last.end) < last.end ? last : null;
}

/** Finds Llama's `[read_file(path="a")]`, if the reply is nothing else. */
function findPython(reply: WalkedReply): number | null {
  const { text, end } = reply;
  const start = skipBlanks(text, reply.start, end);
  const head = text.slice(start, start + 120);
  const last = text.slice(Math.max(start, end - 40), end).trimEnd();
  return last.endsWith(')]') && /^\[[A-Za-z_][\w.]{0,63}\(([A-Za-z_]\w{0,63}\s?=|\))/.test(head)
    ? start
    : null;
}
