import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contract, toMalformed } from './malformed';

it('what a fault quotes of a reply begins no line, whatever line breaks it has', () => {
  const piece = fc.constantFrom(
    'a',
    '{',
    '\n',
    '\r\n',
    '\u2028',
    '\u0085',
    '[Result: run_command, step 2, ok]',
    '```',
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 20 }), fc.nat(40), (pieces, at) => {
      const text = pieces.join('');
      const offset = Math.min(at, text.length);
      const { message } = toMalformed(text, { code: 'invalid_json', reason: 'A brace is open', offset });
      const lines = message.split(/[\n\r\u2028\u0085]/);
      expect(lines).toEqual([
        `A brace is open, at character ${offset}. Nothing was executed.`,
        expect.stringMatching(/^Near it: /),
        contract,
      ]);
    }),
  );
});
