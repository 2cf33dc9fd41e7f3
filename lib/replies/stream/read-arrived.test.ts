import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callReplies } from '../fixtures/call-replies';
import { foreignReplies } from '../fixtures/foreign-replies';
import { malformedReplies } from '../fixtures/malformed-replies';
import { runs } from '../testing/generated';
import { plainWrittenCall } from '../testing/some-call';
import { readArrived } from './read-arrived';
import { createTextGate } from './text-gate';

function keep(arrived: string): string {
  let shown = '';
  const gate = createTextGate(() => {
    shown = '';
  });
  for (const character of arrived) shown += gate.push(character);
  return readArrived(arrived, shown) ?? shown;
}

const keys = /read_file|<tool_|<invoke|\[TOOL_/;

describe('what is kept of a reply that broke off', () => {
  it('is no part of a call, wherever it broke off', () => {
    fc.assert(
      fc.property(
        plainWrittenCall,
        fc.constantFrom('', 'I do it now. ', 'Now:\n\n'),
        fc.nat(),
        ({ text }, lead, at) => {
          const reply = `${lead}${text}`;
          const kept = keep(reply.slice(0, 1 + (at % reply.length)));
          expect(kept.length).toBeLessThanOrEqual(lead.length);
        },
      ),
      runs(400),
    );
  });

  it('is no part of an attempt in any format', () => {
    const replies = [...callReplies, ...malformedReplies, ...foreignReplies].filter(
      ({ reply }) => reply.length < 400 && !reply.includes('tool_result') && /^\s*[{[<]/.test(reply),
    );
    for (const { reply } of replies.slice(0, 60))
      for (let end = 1; end < Math.min(reply.length, 60); end += 3)
        expect({ reply, kept: keep(reply.slice(0, end)) }).toEqual({
          reply,
          kept: expect.not.stringMatching(keys),
        });
  });
});
