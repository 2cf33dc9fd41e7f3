import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonValue } from './json';
import { canonicalJson } from './json';

/** Writes the text as the first version did: calls that wait for a signature have hashes of that text. */
const bySorting = (value: JsonValue): string =>
  JSON.stringify(value, (_key, inner: JsonValue) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    const keys = Object.keys(inner).sort();
    return Object.fromEntries(keys.map((key) => [key, inner[key]]));
  });

const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toJSON', '10', '9', '-1', 'a', 'B', 'é', '\u{1F600}', ''),
  fc.string(),
);
const someJson = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.jsonValue() as fc.Arbitrary<JsonValue>,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(name, tie('value')), { maxLength: 5 })
      .map((members): JsonValue => Object.fromEntries(members)),
  ),
})).value;

it('is the text that it always was, for any value', () => {
  fc.assert(
    fc.property(someJson, (value) => {
      expect(canonicalJson(value)).toBe(bySorting(value));
    }),
  );
});

it('is one text for one value, and does not change it', () => {
  const [one, other] = ['{"b":[{"d":1,"c":2}],"a":"x"}', '{"a":"x","b":[{"c":2,"d":1}]}'];
  const value = JSON.parse(one);
  expect(canonicalJson(value)).toBe(other);
  expect(JSON.stringify(value)).toBe(one);
  expect(canonicalJson(JSON.parse(other))).toBe(other);
  expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
});
