import { describe, expect, it } from 'vitest';
import { readUsage } from './read-usage';

describe('token counts are read in the form of', () => {
  const forms: [string, object, object][] = [
    [
      'OpenAI',
      {
        choices: [],
        usage: {
          prompt_tokens: 100,
          completion_tokens: 20,
          total_tokens: 120,
          prompt_tokens_details: { cached_tokens: 64 },
          completion_tokens_details: { reasoning_tokens: 12 },
        },
      },
      { input: 100, cached: 64, output: 20, reasoning: 12 },
    ],
    [
      'DeepSeek',
      {
        usage: {
          prompt_tokens: 100,
          completion_tokens: 20,
          prompt_cache_hit_tokens: 64,
          prompt_cache_miss_tokens: 36,
        },
      },
      { input: 100, cached: 64, output: 20 },
    ],
    [
      'Moonshot, inside the choice',
      { choices: [{ delta: {}, usage: { prompt_tokens: 100, completion_tokens: 20, cached_tokens: 64 } }] },
      { input: 100, cached: 64, output: 20 },
    ],
    [
      'Groq',
      { x_groq: { usage: { prompt_tokens: 100, completion_tokens: 20 } } },
      { input: 100, output: 20 },
    ],
    [
      'OpenRouter, with its price',
      { usage: { prompt_tokens: 100, completion_tokens: 20, cost: 0.00015 } },
      { input: 100, output: 20, amountUsd: 0.00015 },
    ],
    [
      'xAI, which leaves reasoning out of the completion',
      {
        usage: {
          prompt_tokens: 100,
          completion_tokens: 20,
          total_tokens: 150,
          completion_tokens_details: { reasoning_tokens: 30 },
        },
      },
      { input: 100, output: 50, reasoning: 30 },
    ],
    [
      'Gemini behind the API of OpenAI, which names its thoughts only in the total',
      { usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 150 } },
      { input: 100, output: 50, reasoning: 30 },
    ],
    [
      'Gemini itself',
      {
        usageMetadata: {
          promptTokenCount: 100,
          cachedContentTokenCount: 64,
          candidatesTokenCount: 20,
          thoughtsTokenCount: 30,
        },
      },
      { input: 100, cached: 64, output: 50, reasoning: 30 },
    ],
    [
      'llama.cpp, from its timings',
      { choices: [{}], timings: { cache_n: 64, prompt_n: 36, predicted_n: 20, predicted_ms: 12.5 } },
      { input: 100, cached: 64, output: 20 },
    ],
    ['Ollama itself', { done: true, prompt_eval_count: 100, eval_count: 20 }, { input: 100, output: 20 }],
    [
      'Anthropic',
      {
        usage: {
          input_tokens: 30,
          output_tokens: 20,
          cache_read_input_tokens: 64,
          cache_creation_input_tokens: 6,
        },
      },
      { input: 100, cached: 64, output: 20 },
    ],
    [
      'the newer API of OpenAI',
      {
        usage: {
          input_tokens: 100,
          output_tokens: 20,
          input_tokens_details: { cached_tokens: 64 },
          output_tokens_details: { reasoning_tokens: 12 },
        },
      },
      { input: 100, cached: 64, output: 20, reasoning: 12 },
    ],
    [
      'Cohere',
      { usage: { billed_units: { input_tokens: 90 }, tokens: { input_tokens: 100, output_tokens: 20 } } },
      { input: 100, output: 20 },
    ],
    [
      'numbers as text',
      { usage: { prompt_tokens: '100', completion_tokens: '20' } },
      { input: 100, output: 20 },
    ],
  ];
  it.each(forms)('%s', (_name, data, expected) => {
    expect(readUsage(data)).toEqual(expected);
  });
});

it.each(['1e400', '1e300', '-1', '"1"', 'null'])('the amount %s is none', (cost) => {
  const usage = JSON.parse(`{"prompt_tokens":5,"completion_tokens":6,"cost":${cost}}`);
  expect(readUsage({ usage })).toEqual({ input: 5, output: 6 });
});

it.each([
  [{ choices: [] }],
  [{ usage: null }],
  [{ usage: { prompt_tokens: 0, completion_tokens: 0 } }],
  [{ usage: { prompt_tokens: -1, completion_tokens: 3 } }],
  [{ usage: { prompt_tokens: 'many' } }],
  [{ usage: { prompt_tokens: 1e21, completion_tokens: 3 } }],
  [JSON.parse('{"usage":{"prompt_tokens":1e400}}')],
  ['text'],
  [null],
])('no token counts are read from %j', (data) => {
  expect(readUsage(data)).toBeNull();
});
