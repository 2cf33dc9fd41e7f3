import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyReply } from '../llm/testing/empty-reply';
import { readWithinLimits } from './long-reply';
import { readReply } from './read-reply';

const read = (content: string) => readWithinLimits({ ...emptyReply, content });
const bytesOf = (text: string) => Buffer.byteLength(JSON.stringify(text));
const note = '\n\n(The answer ends here: it was longer than 1 MB, and the rest was not kept.)';
const toCall = (parameters: string) => `{"tool": "x", "parameters": ${parameters}, "terminate": false}`;

describe('an answer', () => {
  it('is kept up to 1 MB as it is stored, and says where it ends', () => {
    const unit = fc.constantFrom('Some words. ', '漢字。', '😀', '"\n', '\u0001a', 'é');
    fc.assert(
      fc.property(
        unit,
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 10, max: 30 }),
        (unit, lead, size) => {
          const text = `${'x'.repeat(lead)}${unit.repeat(Math.ceil((size * 100_000) / bytesOf(unit)))}`;
          const whole = readReply({ ...emptyReply, content: text });
          const reading = read(text);
          if (reading.kind !== 'text' || whole.kind !== 'text') throw new Error('It is an answer');
          if (bytesOf(whole.text) <= 990_000) expect(reading).toEqual(whole);
          expect(bytesOf(reading.text)).toBeLessThan(1_000_200);
          if (reading.text === whole.text) return;
          expect(reading.text.endsWith(note)).toBe(true);
          const kept = reading.text.slice(0, -note.length);
          expect(whole.text.startsWith(kept)).toBe(true);
          expect(kept.isWellFormed()).toBe(true);
          expect(bytesOf(kept)).toBeGreaterThan(990_000);
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('a call', () => {
  it.each([
    ['objects', `{"a": [${'{},'.repeat(49_996)}{}]}`, `{"a": [${'{},'.repeat(49_999)}{}]}`],
    [
      'members',
      `{${Array.from({ length: 49_999 }, (_, index) => `"${index}": 1`).join()}}`,
      `{${Array.from({ length: 50_000 }, (_, index) => `"${index}": 1`).join()}}`,
    ],
    ['lists in lists', `{"a": [${'[1],'.repeat(49_996)}[1]]}`, `{"a": [${'[1],'.repeat(50_000)}[1]]}`],
  ])('has so many %s and no more', (_name, most, tooMany) => {
    expect(read(toCall(most))).toMatchObject({ kind: 'tool_call', parameters: JSON.parse(most) });
    expect(read(toCall(tooMany))).toMatchObject({
      kind: 'malformed',
      code: 'too_large',
      message: expect.stringMatching(
        /^The parameters have more than 50000 objects, lists and members together\. Nothing was executed\./,
      ),
    });
  });

  it('has so many words beside it, and the model sees all of them again', () => {
    const words = 'Some words. '.repeat(10_000);
    const reading = read(`${words}\n\n${toCall('{"a": 1}')}`);
    expect(reading).toMatchObject({
      kind: 'tool_call',
      parameters: { a: 1 },
      commentary: expect.stringMatching(/^Some words\. .*\n\n\(There was more\. It was not kept\.\)$/s),
      reply: expect.stringContaining(words),
    });
    if (reading.kind === 'tool_call') expect(bytesOf(reading.commentary)).toBeLessThan(100_100);
    const tooMany = read(`${'漢字 '.repeat(400_000)}\n\n${toCall('{}')}`);
    expect(tooMany).toMatchObject({
      kind: 'malformed',
      message: expect.stringMatching(/^Your reply is longer than 2\.5 MB\. Nothing was executed\./),
    });
  });

  it('may be of 1 MB otherwise: a text, or numbers', () => {
    for (const parameters of [{ a: 'x'.repeat(1_000_000) }, { a: Array.from({ length: 400_000 }, () => 1) }])
      expect(read(toCall(JSON.stringify(parameters)))).toMatchObject({ kind: 'tool_call', parameters });
  });
});
