import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renameConversationBody } from '../contracts/conversations';
import { toConversationTitle } from './conversation-title';

describe('toConversationTitle', () => {
  it.each([
    ['Run `npm test` in app/', 'Run npm test in app/'],
    ['\n  Look at\tthe budget\nand more', 'Look at the budget'],
    ['a'.repeat(90), `${'a'.repeat(79)}…`],
    ['Free\u200b\u200f\u3164 request', 'Free request'],
    ['می\u200cروم 👩\u200d💻', 'می\u200cروم 👩\u200d💻'],
    [`${'a'.repeat(76)}👩\u200d💻👩`, `${'a'.repeat(76)}👩…`],
  ])('%j becomes %j', (text, title) => {
    expect(toConversationTitle(text)).toBe(title);
  });

  it('any text gives one well-formed line without code marks, no longer than 80', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const title = toConversationTitle(text);
        expect(title.length).toBeLessThanOrEqual(80);
        expect(title).not.toMatch(/[`\n]/);
        expect(title.isWellFormed()).toBe(true);
      }),
    );
  });
});

it('is one that a person may give a conversation, too', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'a \n\t\u0085\u2028\0\u202e\u2066`ü\u200d\u200c\ufe0f\ud83d', '👩', '💻', 'ي'),
    maxLength: 100,
    size: 'max',
  });
  fc.assert(
    fc.property(text, (words) => {
      const title = toConversationTitle(words);
      if (title !== '')
        expect(renameConversationBody.safeParse({ title })).toEqual({ success: true, data: { title } });
      else expect(words).not.toMatch(/[aüي👩💻]/u);
    }),
  );
});
