import { expect, it } from 'vitest';
import { runEvent } from './stored-shapes';

it('what older versions left out for a model is read: they shortened no result', () => {
  const stored = { type: 'history_left_out', results: 4, turns: 1, windowTokens: 8_192 };
  expect(runEvent.parse(stored)).toEqual({ ...stored, maxCharacters: null });
});
