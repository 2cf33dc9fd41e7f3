import fc from 'fast-check';

/** Code may call or look up these names on a value without asking whose they are. */
const borrowedNames = [
  'toString',
  'valueOf',
  'toJSON',
  'then',
  'constructor',
  'hasOwnProperty',
  '__proto__',
  'length',
  'map',
  'join',
  'trim',
];

/** JavaScript cannot make text or a number of this object. */
const noPrimitive = { toString: 1, valueOf: 1 };

/**
 * Generates any JSON value, with names of methods as texts and as member names. Some of its objects cannot
 * become text or a number.
 */
export const oddValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, '', 'text', '{}', '[1]'),
    fc.constantFrom(...borrowedNames),
    fc.constantFrom<unknown>(noPrimitive, { length: noPrimitive }, { length: 1 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(...borrowedNames, 'a'), tie('value')), { maxLength: 3 }).map(toObject),
  ),
})).value;

/** Generates objects with some of these names. Each has any value or its usual one. */
export function oddObject(usual: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  const member = ([name, value]: [string, unknown]) =>
    fc.option(
      fc.oneof(fc.constant(value), oddValue).map((one): [string, unknown] => [name, one]),
      { freq: 3 },
    );
  return fc
    .tuple(...Object.entries(usual).map(member))
    .map((members) => toObject(members.filter((one) => one !== null)));
}

/** Builds the object as JSON.parse does: `__proto__` is a member like any other. */
function toObject(members: readonly [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(members);
}
