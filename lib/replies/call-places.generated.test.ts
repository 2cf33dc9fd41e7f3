import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReply } from './parse-reply';
import { expectCall } from './testing/expect-verdict';
import { runs } from './testing/generated';
import { fence, ourShell } from './testing/shells';
import { anyWrittenCall, oneLineCall, plainWrittenCall } from './testing/some-call';
import { reasoningMarks, someEndToken, someLead, someThought, someTrail } from './testing/some-words';

describe('a call runs with the values that were sent', () => {
  it('bare, in a fence or in tags, with or without words around it', () => {
    const reply = fc
      .tuple(anyWrittenCall, ourShell, fc.option(someLead), fc.option(someTrail))
      .map(([{ call, text }, wrap, lead, trail]) => ({
        call,
        reply: [lead, wrap(text), trail].filter((part) => part !== null).join('\n\n'),
        commentary: [lead, trail].filter((part) => part !== null).join('\n\n'),
      }));
    fc.assert(
      fc.property(reply, ({ reply, call, commentary }) => {
        expect(parseReply(reply)).toMatchObject({ kind: 'tool_call', ...call, commentary });
      }),
      runs(600),
    );
  });

  it('after reasoning that holds drafts, also when its opening mark is missing', () => {
    const reply = fc
      .tuple(plainWrittenCall, anyWrittenCall, ourShell, reasoningMarks, someThought, fc.boolean())
      .map(([draft, { call, text }, wrap, [open, close], thought, isOpened]) => ({
        call,
        reply: `${isOpened ? open : ''}${thought}\n${wrap(draft.text)}\n${thought}${isOpened ? close : '</think>'}\n${wrap(text)}`,
      }));
    fc.assert(
      fc.property(reply, ({ reply, call }) => {
        expectCall(reply, call);
        expect(parseReply(reply)).toMatchObject({ commentary: '' });
      }),
      runs(400),
    );
  });

  it('with parameters encoded up to ten times', () => {
    fc.assert(
      fc.property(plainWrittenCall, ourShell, fc.integer({ min: 1, max: 10 }), ({ call }, wrap, layers) => {
        let parameters: unknown = call.parameters;
        for (let layer = 0; layer < layers; layer += 1) parameters = JSON.stringify(parameters);
        expectCall(wrap(JSON.stringify({ ...call, parameters })), call);
      }),
      runs(200),
    );
  });

  it('beside data, calls that are only shown, and leaked tokens', () => {
    const around = fc.oneof(
      fc
        .constantFrom('{}', '[1, 2]', '{"status": "waiting"}', '{"plan": ["a", "}"]}')
        .map((data) => `${data}\n`),
      oneLineCall.map(({ text }) => `Not \`${text}\`, but:\n`),
      oneLineCall.map(({ text }) => `> ${text}\n\nwas yours.\n\n`),
      oneLineCall.map(({ text }) => `${fence(text, 'python')}\n\nwas the example.\n\n`),
      fc.constant('<|im_start|>assistant\n'),
    );
    fc.assert(
      fc.property(
        around,
        anyWrittenCall,
        ourShell,
        fc.option(someEndToken),
        (before, { call, text }, wrap, end) => {
          expectCall(`${before}${wrap(text)}${end ?? ''}`, call);
        },
      ),
      runs(300),
    );
  });
});
