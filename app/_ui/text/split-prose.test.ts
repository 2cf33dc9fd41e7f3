import { expect, it } from 'vitest';
import { revealProse } from './split-prose';

const drawn = (text: string) =>
  revealProse(text)
    .map((part) => (part.kind === 'plain' ? part.text : part.escape))
    .join('');

it('an emoji stays in one piece, and a no-break space is a space', () => {
  for (const text of ['I ❤️ this', '👨‍👩‍👧‍👦 at 5\u00a0pm', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 and 👩🏽‍💻', 'plain'])
    expect(drawn(text)).toBe(text);
});

it('hidden characters beside an emoji are escapes', () => {
  expect(drawn('❤️\u202e x\u200d👩')).toBe('❤️⟦U+202E⟧ x⟦U+200D⟧👩');
  expect(drawn('a\ufe0f')).toBe('a⟦U+FE0F⟧');
});

it('an escape of the server is drawn as it is', () => {
  expect(drawn('notes/⟦U+202E⟧x ❤️')).toBe('notes/⟦U+202E⟧x ❤️');
});
