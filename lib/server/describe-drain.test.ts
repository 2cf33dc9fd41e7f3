import { expect, it } from 'vitest';
import { describeDrain } from './describe-drain';

it.each([
  [[], null],
  [['run_command'], 'Waiting for 1 command to finish.'],
  [['run_command', 'run_command'], 'Waiting for 2 commands to finish.'],
  [['http_request'], 'Waiting for 1 tool call to finish.'],
  [['run_command', 'http_request'], 'Waiting for 2 tool calls to finish.'],
])('a server that ends says what it waits for: %j', (tools, sentence) => {
  expect(describeDrain(tools)).toBe(sentence && `${sentence} Press Ctrl+C again to stop at once.`);
});
