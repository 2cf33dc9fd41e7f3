import fc from 'fast-check';

export function fence(content: string, label: string, mark = '```'): string {
  return `${mark}${label}\n${content}\n${mark}`;
}

export function tags(content: string, name: string, gap = '\n'): string {
  return `<${name}>${gap}${content}${gap}</${name}>`;
}

type Shell = (content: string) => string;

/** Everything a call may stand in and still be a call. */
export const ourShell = fc.constantFrom<Shell>(
  (content) => content,
  (content) => fence(content, 'json'),
  (content) => fence(content, ''),
  (content) => fence(content, 'JSON', '````'),
  (content) => fence(content, 'json', '~~~'),
  (content) => tags(content, 'tool_call'),
  (content) => tags(content, 'tool_call', ''),
  (content) => tags(fence(content, 'json'), 'tool_call'),
);
