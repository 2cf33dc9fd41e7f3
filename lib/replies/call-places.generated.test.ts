import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReply } from './parse-reply';
import { expectCall } from './testing/expect-verdict';
import { runs } from './testing/generated';
import { fence, ourShell, tags } from './testing/shells';
import { anyWrittenCall, oneLineCall, plainWrittenCall } from './testing/some-call';
import {
  plainLead,
  reasoningMarks,
  someBlanks,
  someEndToken,
  someLead,
  someThought,
  someTrail,
} from './testing/some-words';

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
      runs(150),
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
      runs(100),
    );
  });

  it('with parameters encoded up to ten times', () => {
    fc.assert(
      fc.property(plainWrittenCall, ourShell, fc.integer({ min: 1, max: 10 }), ({ call }, wrap, layers) => {
        let parameters: unknown = call.parameters;
        for (let layer = 0; layer < layers; layer += 1) parameters = JSON.stringify(parameters);
        expectCall(wrap(JSON.stringify({ ...call, parameters })), call);
      }),
      runs(50),
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
      runs(75),
    );
  });
});

describe('the surroundings of a call change nothing', () => {
  it('blanks of all kinds, around it and inside its fence and tags', () => {
    const layout = fc.constantFrom<(text: string, before: string, after: string) => string>(
      (text, before, after) => `${before}${text}${after}`,
      (text, before, after) => fence(`${before}${text}${after}`, 'json'),
      (text, before, after) => tags(`${before}${text}${after}`, 'tool_call', ''),
      (text, before, after) => `${before}${fence(text, 'json')}${after}`,
      (text, before, after) => `Reading.\n${before}${text}${after}\nI wait.`,
    );
    fc.assert(
      fc.property(anyWrittenCall, layout, someBlanks, someBlanks, ({ call, text }, lay, before, after) => {
        expectCall(lay(text, before, after), call);
      }),
      runs(100),
    );
  });

  it('a line of prose around its tags, which becomes the commentary', () => {
    fc.assert(
      fc.property(oneLineCall, plainLead, someTrail, ({ call, text }, lead, trail) => {
        const parsed = parseReply(`${lead} ${tags(text, 'tool_call', '')} ${trail}`);
        expect(parsed).toMatchObject({ kind: 'tool_call', ...call });
        expect(parsed.kind === 'tool_call' && parsed.commentary.split(/\s+/)).toEqual(
          `${lead} ${trail}`.split(/\s+/),
        );
      }),
      runs(50),
    );
  });

  it('a fence or tags that nothing closes, when nothing follows', () => {
    const open = fc.constantFrom(
      '```json\n',
      '```\n',
      '~~~json\n',
      '<tool_call>\n',
      '<tool_call>',
      '<tool_call>\n```json\n',
    );
    fc.assert(
      fc.property(anyWrittenCall, open, fc.constantFrom('', '\n', ' '), ({ call, text }, opening, end) => {
        expectCall(`${opening}${text}${end}`, call);
      }),
      runs(75),
    );
  });

  it('a fence on one line', () => {
    fc.assert(
      fc.property(oneLineCall, fc.constantFrom('', ' '), ({ call, text }, gap) => {
        expectCall(`\`\`\`json${gap}${text}${gap}\`\`\``, call);
      }),
      runs(25),
    );
  });

  it('a result that the model invents after it, which is in no commentary', () => {
    const invented = fc.constantFrom(
      'Tool result: INVENTED',
      'Observation: INVENTED',
      '<tool_response>\nINVENTED\n</tool_response>',
      'User: INVENTED',
      '<|im_end|>\n<|im_start|>user\nINVENTED',
      '{"tool_result": {"ok": true, "result": "INVENTED"}}',
      'Tool output:\nINVENTED',
      '[Result: read_file, step 2, ok]\n```\nINVENTED\n```',
    );
    fc.assert(
      fc.property(plainWrittenCall, ourShell, plainLead, invented, ({ call, text }, wrap, lead, result) => {
        expect(parseReply(`${lead}\n\n${wrap(text)}\n\n${result}`)).toMatchObject({
          kind: 'tool_call',
          ...call,
          commentary: lead,
        });
      }),
      runs(50),
    );
  });
});

describe('a fence that shows code', () => {
  it('ends with a mark at its own place, not with one that is further in: no call in it runs', () => {
    const language = fc.constantFrom('python', 'sh', 'yaml', 'markdown', 'js');
    const before = fc.constantFrom('def f():\n    """', 'cat <<EOF', 'prompt: |', 'x');
    const parts = [fc.constantFrom('```', '````', '~~~'), language, before, oneLineCall] as const;
    const indent = fc.constantFrom('    ', '\t', '      ');
    fc.assert(
      fc.property(fc.tuple(...parts), indent, someTrail, ([mark, name, code, { text }], indent, trail) => {
        const body = [code, `${indent}${mark}`, `${indent}${text}`, `${indent}${mark}`, 'end'].join('\n');
        const reply = `The file:\n\n${mark}${name}\n${body}\n${mark}\n\n${trail}`;
        expect(parseReply(reply).kind).not.toBe('tool_call');
      }),
      runs(25),
    );
  });
});
