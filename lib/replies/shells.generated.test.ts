import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseReply } from './parse-reply';
import { expectKind } from './testing/expect-verdict';
import { runs } from './testing/generated';
import { fence, foreignLabel, foreignTag, inForeignShell, tags } from './testing/shells';
import { oneLineCall, plainWrittenCall } from './testing/some-call';
import { plainLead, someLead, someSentence, someTrail } from './testing/some-words';
import { strictCalls } from './testing/strict-calls';

describe('a call that is the complete reply', () => {
  it('is malformed in any shell that is not ours', () => {
    const reply = plainWrittenCall.chain(({ text }) => inForeignShell(text));
    fc.assert(
      fc.property(reply, (text) => expectKind(text, 'malformed')),
      runs(125),
    );
  });

  it('is malformed in two shells', () => {
    const reply = plainWrittenCall.chain(({ text }) =>
      fc.tuple(foreignTag, foreignLabel).map(([name, label]) => tags(fence(text, label), name)),
    );
    fc.assert(
      fc.property(reply, (text) => expectKind(text, 'malformed')),
      runs(25),
    );
  });

  it('is malformed in any shell when it is broken, too', () => {
    const broken = fc.constantFrom(
      "{'tool': 'a', 'parameters': {'path': 'b'}, 'terminate': False}",
      '{tool: "a", parameters: {path: "b"}, terminate: false}',
      '{"tool": "a", /* which */ "parameters": {}, "terminate": false}',
      '{"tool": "a", "parameters": {"path": "b", "terminate": false}',
      '{"tool": "a" "parameters": {}, "terminate": false}',
      '{“tool”: “a”, “parameters”: {}, “terminate”: false}',
    );
    fc.assert(
      fc.property(broken, foreignLabel, foreignTag, (text, label, name) => {
        expectKind(fence(text, label), 'malformed');
        expectKind(tags(text, name), 'malformed');
      }),
      runs(25),
    );
  });
});

describe('a call in a line of prose', () => {
  it('is malformed, never text', () => {
    fc.assert(
      fc.property(oneLineCall, someSentence, fc.option(someLead), ({ text }, [before, after], lead) => {
        expectKind(`${lead === null ? '' : `${lead}\n\n`}${before}${text}${after}`, 'malformed');
      }),
      runs(75),
    );
  });

  it('is malformed with words only before it or only after it', () => {
    fc.assert(
      fc.property(plainWrittenCall, plainLead, someTrail, ({ text }, lead, trail) => {
        expectKind(`${lead} ${text}`, 'malformed');
        expectKind(`${lead} ${text}\n\n `, 'malformed');
        expectKind(`${lead}\n${text} ${trail}`, 'malformed');
      }),
      runs(50),
    );
  });

  it('is quoted in the message as the reply that is wanted', () => {
    fc.assert(
      fc.property(oneLineCall, someSentence, ({ call, text }, [before, after]) => {
        const parsed = parseReply(`${before}${text}${after}`);
        if (parsed.kind !== 'malformed') throw new Error(`it is ${parsed.kind}`);
        expect(strictCalls(parsed.message)).toContainEqual(call);
      }),
      runs(25),
    );
  });
});
