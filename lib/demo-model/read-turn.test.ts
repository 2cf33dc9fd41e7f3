import { expect, it } from 'vitest';
import { describeToday } from '../domain/describe-today';
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

it('reads which call ran in place of its own', () => {
  const own = '{"tool":"write_file","parameters":{"path":"a.txt"},"terminate":false}';
  const head = '[Result: write_file, step 1, ok]';
  const note = `A person replaced your call by this one: ${own.replace('a.txt', 'b.txt')}`;
  const result = (...lines: string[]) => [...lines, '```', 'Wrote it.', '```'].join('\n');
  const stepsOf = (content: string) =>
    readTurn([
      { role: 'user', content: 'Write it' },
      { role: 'assistant', content: own },
      { role: 'user', content },
    ]).steps;
  const step = { tool: 'write_file', outcome: { ok: true, text: 'Wrote it.' } };
  expect(stepsOf(result(head))).toEqual([{ ...step, parameters: { path: 'a.txt' } }]);
  expect(stepsOf(result(head, note))).toEqual([{ ...step, parameters: { path: 'b.txt' } }]);
});
