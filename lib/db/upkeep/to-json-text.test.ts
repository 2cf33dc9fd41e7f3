import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type JsonPart, toJsonText } from './to-json-text';

const { part } = fc.letrec<{ part: { json: unknown; part: JsonPart } }>((tie) => ({
  part: fc.oneof(
    fc.jsonValue().map((json) => ({ json, part: { text: JSON.stringify(json, null, 2) } })),
    fc.array(tie('part'), { maxLength: 3 }).map((parts) => ({
      json: parts.map(({ json }) => json),
      part: { list: parts.map(({ part: inner }) => inner) },
    })),
    // The suffix keeps names from being numbers, which an object lists first, whatever their place.
    fc
      .dictionary(
        fc.string().map((name) => `${name}_`),
        tie('part'),
        { maxKeys: 3 },
      )
      .map((parts) => ({
        json: Object.fromEntries(Object.entries(parts).map(([name, { json }]) => [name, json])),
        part: {
          entries: Object.entries(parts).map(([name, { part: inner }]): [string, JsonPart] => [name, inner]),
        },
      })),
  ),
}));

it('is the text of JSON.stringify with two blanks, in pieces', () => {
  fc.assert(
    fc.property(part, ({ json, part: whole }) => {
      expect([...toJsonText(whole)].join('')).toBe(JSON.stringify(json, null, 2));
    }),
  );
});
