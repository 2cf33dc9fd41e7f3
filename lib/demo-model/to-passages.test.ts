import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleDocuments } from '../tools/workspace/sample-texts';
import { toPassages } from './to-passages';

const word = fc.constantFrom('bulbs', 'the', 'shelf', 'costs', '$40', 'twelve', 'perennials', 'by', 'Friday');
const sentence = fc
  .array(word, { minLength: 1, maxLength: 25 })
  .map((words) => `So ${words.join(' ')} stays.`);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 5 });

/** Breaks a text into lines of at most `width` characters, as an editor does. */
function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const each of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last === '') lines[lines.length - 1] = each;
    else if (`${last} ${each}`.length > width) lines.push(each);
    else lines[lines.length - 1] = `${last} ${each}`;
  }
  return lines;
}

describe('the passages of a document', () => {
  it('are its sentences, wherever its lines end', () => {
    fc.assert(
      fc.property(
        fc.array(paragraph, { maxLength: 5 }),
        fc.integer({ min: 20, max: 200 }),
        (texts, width) => {
          const lines = texts.flatMap((sentences) => [...wrap(sentences.join(' '), width), '']);
          expect(toPassages('a.md', lines)).toEqual(texts.flat());
        },
      ),
    );
  });

  it('are its list items, wherever their lines end', () => {
    fc.assert(
      fc.property(fc.array(sentence, { maxLength: 8 }), fc.integer({ min: 20, max: 200 }), (items, width) => {
        const lines = items.flatMap((item) =>
          wrap(item, width).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`),
        );
        expect(toPassages('a.md', lines)).toEqual(items.map((item) => `- ${item}`));
      }),
    );
  });

  it.each(['app/price.mjs', 'inbox/customers-2026-09.csv', 'inbox/invoice_acme_2026-09.txt'])(
    'of %s are its lines',
    (path) => {
      const lines = (sampleDocuments[path] ?? '').split('\n');
      expect(toPassages(path, lines)).toEqual(lines.map((line) => line.trim()).filter((line) => line !== ''));
    },
  );

  it('keep code and tables line by line', () => {
    const lines = ['Run', 'this:', '```', 'npm ci', 'npm test', '```', '| a | b |', '| 1 | 2 |'];
    expect(toPassages('a.md', lines)).toEqual(['Run this:', ...lines.slice(2)]);
  });
});
