import fc from 'fast-check';

export function fence(content: string, label: string, mark = '```'): string {
  return `${mark}${label}\n${content}\n${mark}`;
}

export function tags(content: string, name: string, gap = '\n'): string {
  return `<${name}>${gap}${content}${gap}</${name}>`;
}

type Shell = (content: string) => string;

/** A call in any of these shells still runs. */
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

export const foreignLabel = fc.constantFrom(
  'dart',
  'python',
  'ts',
  'text',
  'yaml',
  'bash',
  'json5',
  'jsonc',
  'tool_call',
  'md',
  'c++',
);
export const foreignTag = fc.constantFrom(
  'task',
  'next',
  'act',
  'my-tool',
  'call',
  'ACTION',
  'answer',
  'agent:call',
  'aufgabe',
);
const label = fc.constantFrom(
  'Next:',
  'Tool call:',
  '**Action**:',
  'Nächster Schritt:',
  'Étape suivante :',
  '下一步：',
  'Далее:',
);
const member = fc.constantFrom('next', 'call', 'step', 'tool_call', 'response');

/** Surrounds a call that is the only content of a reply with any shell that is not ours. */
export function inForeignShell(content: string): fc.Arbitrary<string> {
  const shells = [
    foreignLabel.map((name) => fence(content, name)),
    foreignTag.map((name) => tags(content, name)),
    foreignTag.map((name) => tags(content, name, '')),
    member.map((key) => `{"${key}": ${content}}`),
    label.map((words) => `${words} ${content}`),
    fc.constant(`${content}.`),
    fc.constant(JSON.stringify(content)),
    foreignLabel.map((name) => fence(fence(content, 'json'), name, '````')),
    foreignTag.map((name) => tags(fence(content, 'json'), name)),
  ];
  return fc.oneof(...shells, ...(/[\n`]/.test(content) ? [] : [fc.constant(`\`${content}\``)]));
}
