import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tuningNames } from '../contracts/model-tuning';
import { readEnvironmentModel, variableOf } from './environment-model';

const azure = {
  OPENAI_BASE_URL: 'https://me.openai.azure.com/openai/deployments/gpt',
  OPENAI_MODEL: 'gpt',
};

test('headers, query and settings of a model, as Azure and local servers need them', () => {
  const model = readEnvironmentModel({
    ...azure,
    OPENAI_HEADERS: '{"api-key": "abc==", "X-Team": "blue"}',
    OPENAI_QUERY: '{"api-version": "2024-10-21"}',
    OPENAI_TEMPERATURE: '0',
    OPENAI_MAX_TOKENS: ' 900 ',
    OPENAI_STOP: '["\\nUser:", "END"]',
    OPENAI_REASONING_EFFORT: 'low',
    OPENAI_WINDOW_TOKENS: '32768',
  });
  expect(model).toEqual({
    baseUrl: azure.OPENAI_BASE_URL,
    apiKey: null,
    model: 'gpt',
    headers: [
      { name: 'api-key', value: 'abc==' },
      { name: 'X-Team', value: 'blue' },
    ],
    query: [{ name: 'api-version', value: '2024-10-21' }],
    tuning: {
      temperature: 0,
      maxTokens: 900,
      stop: ['\nUser:', 'END'],
      reasoningEffort: 'low',
      windowTokens: 32_768,
    },
  });
});

test.each([
  ['OPENAI_HEADERS', 'api-key=secret', 'must be a JSON object of texts'],
  ['OPENAI_HEADERS', '{"api-key": {"secret": 1}}', 'must be a JSON object of texts'],
  ['OPENAI_HEADERS', '["secret"]', 'must be a JSON object of texts'],
  ['OPENAI_HEADERS', '{"api-key": "secret\\n2"}', 'Value of “api-key”: Character 7 is a line break'],
  ['OPENAI_HEADERS', '{"Host": "secret"}', 'Countersign sets “Host” itself.'],
  ['OPENAI_HEADERS', '{"a": "secret", "A": "secret"}', 'A name is there twice.'],
  ['OPENAI_QUERY', '{"api-version": 3.10}', 'put each value in quotes'],
  ['OPENAI_QUERY', '{"api_key": "secret"}', 'A key does not go into the address.'],
  ['OPENAI_TEMPERATURE', '3', 'must be a number from 0 to 2.'],
  ['OPENAI_MAX_TOKENS', '1.5', 'must be a whole number from 1 to 10,000,000.'],
  ['OPENAI_STOP', 'END', 'must be a JSON list of one to 4 texts'],
  ['OPENAI_STOP', '[3.10]', 'put each text in quotes'],
  ['OPENAI_STOP', '[""]', 'must be a JSON list of one to 4 texts'],
  ['OPENAI_REASONING_EFFORT', 'very low', 'must be one word of the server'],
  ['OPENAI_WINDOW_TOKENS', '32k', 'must be a whole number from 1,000 to 100,000,000.'],
])('%s=%s: the problem names the variable, says what is right and quotes no value', (name, value, says) => {
  const model = readEnvironmentModel({ ...azure, [name]: value });
  expect(model?.problem).toContain(`The environment variable ${name} cannot be used: `);
  expect(model?.problem).toContain(says);
  expect(JSON.stringify(model)).not.toContain('secret');
});

test('they say how a model is asked, and name none', () => {
  expect(readEnvironmentModel({ OPENAI_TEMPERATURE: '1' })).toBeNull();
});

test('the example of a file of variables has each part of the tuning', () => {
  const lines = readFileSync('.env.example', 'utf8').split('\n');
  expect(tuningNames.map((name) => `${variableOf(name)}=`).filter((line) => !lines.includes(line))).toEqual(
    [],
  );
});
