import { expect, it } from 'vitest';
import { describeToday } from '../shared/describe-today';
import { readTurn } from './read-turn';

it('reads values as they were typed: only the marks of a value are escaped', () => {
  const content = 'Replace <value name="old_text">&lt;b> in &lt;/value></value>.';
  expect(readTurn([{ role: 'user', content }]).values).toEqual({ old_text: '&lt;b> in </value>' });
});

it('reads a message as it was typed, without the date before it', () => {
  const content = `${describeToday(new Date())}\n\nrun ls -la`;
  expect(readTurn([{ role: 'user', content }]).request).toBe('run ls -la');
  expect(readTurn([{ role: 'user', content: 'Today is Sunday.\n\nrun ls' }]).request).toContain('Today');
});
