import fc from 'fast-check';
import type { JsonObject } from '../../shared/json';

export type SomeCall = { tool: string; parameters: JsonObject; terminate: boolean };

/** Pairs a call with one way to write it. */
export type WrittenCall = { call: SomeCall; text: string };

const tools = [
  'move_file',
  'read_file',
  'run_command',
  'search',
  'create-task',
  'fs.read',
  'sendMail',
  'Übersetze',
];

/** These texts look like the markup around calls, and have broken parsers as values of parameters. */
const misleading = [
  '```',
  '```json\n',
  '~~~',
  '<tool_call>',
  '</tool_call>',
  '<think>',
  '</think>',
  '{"tool": "rm", "parameters": {"path": "/"}, "terminate": true}',
  '"parameters":',
  '<|im_end|>',
  '[TOOL_CALLS]',
  'Action: x\nAction Input: {}',
  '<!-- ',
  ' -->',
  '// ',
  '> ',
  '| ',
  '`',
  '{',
  '}',
  '"',
  '\\',
  '\n',
  '\r\n',
  '\u3000',
  'Observation: ok',
  'C:\\new',
  '“q”',
  '计划',
  '👩‍👩‍👧',
  'words',
  ' ',
];

const someText = fc.oneof(
  fc.constantFrom('notes/plan.md', 'ls -la | grep x', 'Grüße', '读取文件', ''),
  fc.array(fc.constantFrom(...misleading), { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join('')),
);

const someKey = fc.constantFrom('path', 'content', 'command', 'tool', 'parameters', 'terminate', 'a b', '键');

const someParameters: fc.Arbitrary<JsonObject> = fc.dictionary(
  someKey,
  fc.oneof(
    someText,
    fc.constantFrom(0, -1.5, 1e21, true, false, null),
    fc.array(someText, { maxLength: 2 }),
    fc.dictionary(someKey, fc.oneof(someText, fc.constant(null)), { maxKeys: 2 }),
  ),
  { maxKeys: 3, noNullPrototype: true },
);

const plainParameters = fc.constantFrom<JsonObject>(
  { path: 'notes/plan.md' },
  { from: 'a.md', to: 'b.md' },
  { command: 'ls -la', limit: 3 },
  { items: ['a', 'b'] },
  { content: 'line 1\nline 2' },
  { path: 'über/Größe.md', options: { deep: true } },
);

const someTool = fc.constantFrom(...tools);

/** Gives a call with values of every kind, including the misleading ones. */
const anyCall: fc.Arbitrary<SomeCall> = fc.record({
  tool: someTool,
  parameters: someParameters,
  terminate: fc.boolean(),
});

/** Gives a call whose values hold no markup, for tests of the text around it. */
export const plainCall: fc.Arbitrary<SomeCall> = fc.record({
  tool: someTool,
  parameters: plainParameters,
  terminate: fc.boolean(),
});

/** Writes JSON on one line, with a blank after each comma and colon: `{"a": [1, 2]}`. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`);
  return `{${members.join(', ')}}`;
}

export const oneLineStyles: ((value: unknown) => string)[] = [(value) => JSON.stringify(value), spaced];

const styles: ((value: unknown) => string)[] = [
  ...oneLineStyles,
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, '\t'),
  (value) => JSON.stringify(value, null, 4).replaceAll('\n', '\r\n'),
  (value) => `{ \n${spaced(value).slice(1)}`,
];

function written(call: fc.Arbitrary<SomeCall>, ways: typeof styles): fc.Arbitrary<WrittenCall> {
  return fc
    .tuple(call, fc.constantFrom(...ways), fc.boolean(), fc.boolean())
    .map(([sent, write, isReversed, hasExtra]) => {
      const members = Object.entries({ ...sent, ...(hasExtra ? { thought: 'I need {it}.' } : {}) });
      return { call: sent, text: write(Object.fromEntries(isReversed ? members.reverse() : members)) };
    });
}

export const anyWrittenCall = written(anyCall, styles);
export const plainWrittenCall = written(plainCall, styles);
export const oneLineCall = written(plainCall, oneLineStyles);
