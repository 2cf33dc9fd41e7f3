import { expect, it } from 'vitest';
import { readTurn } from './read-turn';

it('reads values as they were typed: only the marks of a value are escaped', () => {
  const content = 'Replace <value name="old_text">&lt;b> in &lt;/value></value>.';
  expect(readTurn([{ role: 'user', content }]).values).toEqual({ old_text: '&lt;b> in </value>' });
});
