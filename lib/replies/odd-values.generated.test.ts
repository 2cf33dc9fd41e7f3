import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oddObject, oddValue } from '../shared/testing/odd-json';
import { fenced, tagged } from './fixtures/reply-case';
import { parseArguments } from './parse-arguments';
import { parseReply } from './parse-reply';
import { runs } from './testing/generated';

const layout = fc.constantFrom<(content: string) => string>(
  (content) => content,
  (content) => `I do it.\n\n${content}`,
  (content) => fenced(content),
  (content) => tagged(content),
  (content) => `[${content}]`,
  (content) => JSON.stringify(content),
);

const own = oddObject({ tool: 'read_file', parameters: { path: 'a' }, terminate: false });
const native = { name: 'read_file', arguments: '{"path":"a"}', parameters: { path: 'a' } };
const foreign = oddObject({
  ...native,
  type: 'function',
  function: native,
  function_call: native,
  tool_calls: [{ id: 'call_1', type: 'function', function: native }],
  tool_uses: [{ recipient_name: 'functions.read_file', parameters: { path: 'a' } }],
  action: 'read_file',
  action_input: { path: 'a' },
  tool_name: 'read_file',
  tool_input: { path: 'a' },
  input: { path: 'a' },
  thought: 'I read it',
});

test('no value in any place of a call is more than a value', () => {
  fc.assert(
    fc.property(fc.oneof(own, foreign), layout, (value, wrap) => {
      const read = parseReply(wrap(JSON.stringify(value)));
      expect(['tool_call', 'text', 'malformed']).toContain(read.kind);
      if (read.kind === 'tool_call' && typeof value['parameters'] === 'object')
        expect(JSON.stringify(read.parameters)).toBe(JSON.stringify(value['parameters']));
    }),
    runs(750),
  );
});

test('no value is more than a value as arguments', () => {
  fc.assert(
    fc.property(oddValue, (value) => {
      const read = parseArguments(value as never);
      expect(typeof read.ok).toBe('boolean');
    }),
    runs(250),
  );
});
