import { describe, expect, it } from 'vitest';
import { callReplies } from './fixtures/call-replies';
import { hardParameters, hardValues } from './fixtures/call-values';
import { foreignReplies } from './fixtures/foreign-replies';
import { malformedReplies } from './fixtures/malformed-replies';
import { fenced, otherCall, sampleCall, tagged } from './fixtures/reply-case';
import { secondOpinions } from './fixtures/second-opinions';
import { textReplies } from './fixtures/text-replies';
import { parseReply } from './parse-reply';

const wrappers: Record<string, (call: string) => string> = {
  bare: (call) => call,
  prose: (call) => `I do it now {really}.\n\n${call}\n\nDone "soon".`,
  fence: (call) => `Sure:\n${fenced(call)}\n`,
  'bare fence': (call) => fenced(call, ''),
  tags: (call) => tagged(call),
  reasoning: (call) => `<think>\nMaybe ${otherCall}\n</think>\n${call}`,
  'lost opening think tag': (call) => `Maybe ${otherCall}\n</think>\n${call}`,
};

describe('a call that stands alone', () => {
  it('is extracted from the reply, and its three fields are checked', () => {
    const reply = 'First I list the folder.\n\n{"tool": "list_files", "parameters": {}, "terminate": true}';
    expect(parseReply(reply)).toMatchObject({
      kind: 'tool_call',
      tool: 'list_files',
      parameters: {},
      terminate: true,
      commentary: 'First I list the folder.',
    });
    for (const field of ['"tool": "list_files", ', '"parameters": {}, ', ', "terminate": true']) {
      expect(parseReply(reply.replace(field, '')).kind, `without ${field}`).not.toBe('tool_call');
    }
    expect(parseReply(reply.replace('true', '"true"')).kind).toBe('malformed');
  });

  it.each(callReplies)('runs: $name', ({ name: _name, reply, commentary, ...expected }) => {
    expect(parseReply(reply)).toMatchObject({
      kind: 'tool_call',
      ...expected,
      ...(commentary === undefined ? {} : { commentary }),
    });
  });

  for (const [wrapper, wrap] of Object.entries(wrappers)) {
    it.each(Object.entries(hardValues))(`keeps a value with %s (${wrapper})`, (_name, content) => {
      const call = { tool: 'write_file', parameters: { path: 'a', content }, terminate: false };
      expect(parseReply(wrap(JSON.stringify(call)))).toMatchObject({ kind: 'tool_call', ...call, layers: 0 });
      expect(parseReply(wrap(JSON.stringify(call, null, 2)))).toMatchObject({
        kind: 'tool_call',
        ...call,
        layers: 0,
      });
      const encoded = { ...call, parameters: JSON.stringify(call.parameters) };
      expect(parseReply(wrap(JSON.stringify(encoded)))).toMatchObject({
        kind: 'tool_call',
        ...call,
        layers: 1,
      });
    });

    it.each(Object.entries(hardParameters))(`keeps parameters with %s (${wrapper})`, (_name, parameters) => {
      const call = { tool: 'x', parameters, terminate: true };
      expect(parseReply(wrap(JSON.stringify(call)))).toMatchObject({ kind: 'tool_call', ...call });
    });
  }
});

describe('an answer', () => {
  it.each(textReplies)('is text: $name', ({ reply, text }) => {
    expect(parseReply(reply)).toEqual({ kind: 'text', text: text ?? reply });
  });
});

describe('an attempt that cannot be run', () => {
  it.each(malformedReplies)('is malformed: $name', ({ reply, code }) => {
    expect(parseReply(reply)).toMatchObject({ kind: 'malformed', ...(code ? { code } : {}) });
  });

  it.each(foreignReplies)('is malformed in a native format: $name', ({ reply }) => {
    expect(parseReply(reply)).toMatchObject({ kind: 'malformed' });
  });
});

describe('a second opinion', () => {
  it.each(secondOpinions)('is %s: %s', (kind, _name, reply) => {
    expect(parseReply(reply).kind.replace('tool_', '')).toBe(kind);
  });
});

describe('the error for the model', () => {
  it('names the field, the place and the contract, and never holds the whole reply', () => {
    const long = `{"tool": "write_file", "parameters": {"command": "${'x'.repeat(5_000)}`;
    const parsed = parseReply(long);
    expect(parsed).toMatchObject({ kind: 'malformed', code: 'truncated', offset: long.length });
    if (parsed.kind !== 'malformed') return;
    expect(parsed.message).toContain('ended inside parameters.command');
    expect(parsed.message).toContain('{"tool": "name", "parameters": {...}, "terminate": false}');
    expect(parsed.message.length).toBeLessThan(600);
    expect(Array.from(parsed.excerpt).length).toBeLessThanOrEqual(100);
  });

  it('says what terminate must be', () => {
    const parsed = parseReply(sampleCall.replace('false', '"true"'));
    expect(parsed).toMatchObject({
      message: expect.stringContaining('"terminate" must be true or false without quotes, not "true"'),
    });
  });
});

describe('a key named __proto__', () => {
  it('stays an own key and changes no prototype', () => {
    const parsed = parseReply(
      '{"tool": "x", "parameters": {"__proto__": {"polluted": true}}, "terminate": false}',
    );
    if (parsed.kind !== 'tool_call') throw new Error('no call');
    expect(Object.keys(parsed.parameters)).toEqual(['__proto__']);
    expect('polluted' in parsed.parameters).toBe(false);
    expect('polluted' in {}).toBe(false);
  });

  it('lends no contract key', () => {
    expect(parseReply('{"__proto__": {"tool": "x", "terminate": false}, "parameters": {}}').kind).not.toBe(
      'tool_call',
    );
  });
});
