import { describe, expect, it } from 'vitest';
import { ReplyBuilder } from './reply-builder';
import { findError } from './said-error';
import { readWireAnswer, type WireAnswer } from './wire';

const longest = 2_000_000;
const eventOf = (message: object) => readWireAnswer({ choices: [{ delta: message }] }) as WireAnswer;
const callOf = (args: unknown) => ({ tool_calls: [{ index: 0, function: { name: 'f', arguments: args } }] });

/** Returns the reply after these messages, and the text that viewers got. */
function build(...messages: object[]) {
  const builder = new ReplyBuilder();
  const shown = messages.map((message) => builder.add(eventOf(message))).join('');
  return { builder, shown, reply: builder.toReply() };
}

it.each([
  'length',
  'MAX_TOKENS',
  'max_output_tokens',
  'model_context_window_exceeded',
  'ERROR_LIMIT',
  'FINISH_REASON_MAX_TOKENS',
  'maxTokens',
  'max-tokens',
  'token_limit',
  'truncated',
  'incomplete',
  'output_limit',
  'context_length_exceeded',
])('%s is a word for a reply that was cut', (reason) => {
  const builder = new ReplyBuilder();
  builder.add(
    readWireAnswer({
      choices: [{ delta: { content: 'First, the' }, finish_reason: reason }],
    }) as WireAnswer,
  );
  expect(builder.toReply().finishReason).toBe('length');
});

it.each([
  ['FINISH_REASON_STOP', 'stop'],
  ['endTurn', 'stop'],
  ['eos_token', 'stop'],
  ['tool-calls', 'tool_calls'],
  ['toolUse', 'tool_calls'],
  ['FINISH_REASON_MALFORMED_FUNCTION_CALL', 'tool_use_failed'],
  ['FINISH_REASON_UNSPECIFIED', 'unknown'],
  ['unlimited', 'unknown'],
  ['over', 'unknown'],
])('%s is read as %s', (finish_reason, expected) => {
  const builder = new ReplyBuilder();
  builder.add(readWireAnswer({ choices: [{ delta: { content: 'First' }, finish_reason }] }) as WireAnswer);
  expect(builder.toReply().finishReason).toBe(expected);
});

it.each(['FINISH_REASON_SAFETY', 'content-filter', 'CONTENT_FILTER', 'contentFilter'])(
  '%s is the end by a filter',
  (finish_reason) => {
    expect(findError({ choices: [{ delta: {}, finish_reason }] })?.code).toBe('content_filter');
  },
);

describe('a reply ends at its limit as if the provider had cut it off', () => {
  it('however long the piece is that goes beyond it', () => {
    for (const before of ['', 'Hello. ']) {
      const { builder, shown, reply } = build({ content: before }, { content: 'x'.repeat(7_900_000) });
      expect(reply.content).toHaveLength(longest);
      expect(shown).toBe(reply.content);
      expect(reply.finishReason).toBe('length');
      expect(builder.isTooLong).toBe(true);
    }
  });

  it('and one that just fits is complete', () => {
    const { builder, reply } = build({ content: 'x'.repeat(longest - 1) }, { content: 'x' });
    expect(reply).toMatchObject({ finishReason: 'unknown' });
    expect(builder.isTooLong).toBe(false);
    builder.add(eventOf({ content: 'y' }));
    expect(builder.toReply()).toMatchObject({ content: reply.content, finishReason: 'length' });
  });

  it('from a server that says with each piece that it has stopped', () => {
    const builder = new ReplyBuilder();
    const choice = { delta: { content: 'x'.repeat(1_100_000) }, finish_reason: 'stop' };
    const piece = readWireAnswer({ choices: [choice] }) as WireAnswer;
    builder.add(piece);
    builder.add(piece);
    expect(builder.toReply().finishReason).toBe('length');
    expect(builder.isCompleteAtEnd).toBe(true);
  });

  it('with the arguments of native calls', () => {
    for (const args of [`{"a":"${'x'.repeat(7_900_000)}`, { a: 'x'.repeat(7_900_000) }]) {
      const { reply } = build({ content: 'Hello.' }, callOf(args), callOf('more'));
      expect(reply.content.length + (reply.toolCalls[0]?.arguments.length ?? 0)).toBe(longest);
      expect(reply.finishReason).toBe('length');
    }
  });

  it('and a call that comes with too much text is not forgotten: a part of an answer it is not', () => {
    const { reply } = build({ content: 'x'.repeat(2_100_000), ...callOf('{}') });
    expect(reply.toolCalls).toEqual([{ name: 'f', arguments: '' }]);
  });

  it('but not inside a character', () => {
    const { reply } = build({ content: `x${'👋'.repeat(1_100_000)}` });
    expect(reply.content).toHaveLength(longest - 1);
    expect(reply.content.isWellFormed()).toBe(true);
  });
});
