import { expect, it } from 'vitest';
import { isComposing } from './is-composing';

it.each([
  ['a composition that goes on', true, 13, true],
  ['the Enter that ends one in Safari', false, 229, true],
  ['any other Enter', false, 13, false],
])('%s', (_name, composes, keyCode, expected) => {
  expect(isComposing({ nativeEvent: { isComposing: composes } as KeyboardEvent, keyCode })).toBe(expected);
});
