import { expect, test } from 'vitest';
import { leaveOut, namesField } from './optional-fields';

const fields = { stream_options: { include_usage: true }, temperature: 0.2, max_tokens: 500 };

test.each([
  [
    "Unsupported value: 'temperature' does not support 0.2 with this model.",
    ['stream_options', 'max_tokens'],
  ],
  ['body.stream_options: Extra inputs are not permitted', ['temperature', 'max_tokens']],
  ['Bad request', []],
])('what a server names is left out, or everything: %s', (words, kept) => {
  expect(Object.keys(leaveOut(fields, words) ?? {})).toEqual(kept);
});

test('a refusal that names nothing means the schema of the reply', () => {
  const constrained = { ...fields, response_format: { type: 'json_schema' } };
  const kept = leaveOut(constrained, 'number of repetitions exceeds the limit');
  expect(Object.keys(kept ?? {})).toEqual(['stream_options', 'temperature', 'max_tokens']);
});

test('a field is named by its name as a word of its own', () => {
  expect(namesField({ stop: [] }, "'stop' is not supported")).toBe(true);
  expect(namesField({ stop: [] }, 'body.stop: Extra inputs are not permitted')).toBe(true);
  expect(namesField({ stop: [] }, 'The engine was stopped')).toBe(false);
  expect(namesField({ max_tokens: 5 }, 'use max_completion_tokens')).toBe(false);
  expect(namesField(fields, 'Bad request')).toBe(false);
});

test('a field with a new name is sent under that name', () => {
  const words =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
  expect(leaveOut(fields, words)).toMatchObject({ max_completion_tokens: 500, temperature: 0.2 });
});

test('nothing is left to try without optional fields', () => {
  expect(leaveOut({}, 'Bad request')).toBeNull();
});
