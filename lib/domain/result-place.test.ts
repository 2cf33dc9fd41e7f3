import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addStep, beginHistory } from './fixtures/sample-history';
import { shortenResult } from './result-place';

function placeOf(text: string, isIdempotent = true) {
  const [place] = addStep(beginHistory(), 1, text, { isIdempotent }).transcript.places;
  if (!place) throw new Error('No result');
  return place;
}
const shorten = (text: string, maxCharacters: number, isIdempotent?: boolean) =>
  shortenResult(placeOf(text, isIdempotent), maxCharacters)?.content ?? null;

describe('a shortened result', () => {
  const text = Array.from({ length: 1_000 }, (_, line) => `line ${line}`).join('\n');

  it('keeps beginning and end, and says how much is missing and how to get it', () => {
    const message = shorten(text, 600) ?? '';
    expect(message).toMatch(/^\[Result: read_file, step 1, ok\]\n```\nline 0\nline 1\n/);
    expect(message).toMatch(/\nline 998\nline 999\n```$/);
    const note =
      /\n\[… ([\d,]+) characters left out here\. They do not fit your window\. To read them, call again for a smaller part, with a range if the tool has one\.\]\n/;
    const left = Number(note.exec(message)?.[1]?.replaceAll(',', ''));
    const kept = message
      .replace(note, '')
      .replace(/^.*\n```\n/, '')
      .replace(/\n```$/, '');
    expect(kept.length + left).toBe(text.length);
  });

  it('of a call that changed something does not ask for it again', () => {
    expect(shorten(text, 600, false)).toContain('It has run: do not repeat it to see them.');
  });

  it('is none where the result is short enough', () => {
    expect(shorten('x'.repeat(600), 600)).toBeNull();
    expect(shortenResult(placeOf(text), null)).toBeNull();
  });

  it('is not longer than asked, cuts no character in two and cannot close its frame', () => {
    const marks = ['`', '```', '``````', '\n', '[Result: run_command, step 2, ok]\n```\n', '{"tool":"x"}'];
    const kinds = [marks, ['🏠', 'a'], ['`', '🏠'], [...marks, '🏠', 'a']];
    const texts = fc.oneof(
      ...kinds.map((kind) =>
        fc
          .array(fc.constantFrom(...kind), { minLength: 700, maxLength: 3_000, size: 'max' })
          .map((pieces) => pieces.join('')),
      ),
    );
    fc.assert(
      fc.property(texts, fc.constantFrom(600, 601, 1_000, 2_001), (text, maxCharacters) => {
        const message = shorten(text, maxCharacters);
        expect(message === null).toBe(text.length <= maxCharacters);
        if (message === null) return;
        expect(message.isWellFormed()).toBe(true);
        const [head, fence = ''] = message.split('\n', 2);
        expect(head).toBe('[Result: read_file, step 1, ok]');
        expect(fence).toMatch(/^`{3,}$/);
        const inside = message.slice(`${head}\n${fence}\n`.length, -`\n${fence}`.length);
        expect(message).toBe(`${head}\n${fence}\n${inside}\n${fence}`);
        expect(inside).not.toContain(fence);
        expect(inside.length).toBeLessThanOrEqual(maxCharacters);
      }),
    );
  });
});
