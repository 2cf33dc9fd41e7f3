import { describe, expect, it } from 'vitest';
import { readContextRefusal } from './context-refusal';

/** These sentences come from the sources of servers and from bug reports. */
describe('a refusal of a long request is read from the words of', () => {
  const sentences: [string, string, number | null, number | null][] = [
    [
      'OpenAI',
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 150123 tokens. Please reduce the length of the messages. context_length_exceeded",
      128_000,
      150_123,
    ],
    [
      'vLLM',
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (8000 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
      8192,
      9000,
    ],
    [
      'vLLM, newer',
      'The decoder prompt (length 35412) is longer than the maximum model length of 32768. Make sure that `max_model_len` is no smaller than the number of text tokens. (context length)',
      32_768,
      35_412,
    ],
    [
      'llama.cpp',
      'request (35412 tokens) exceeds the available context size (32768 tokens), try increasing it {"n_prompt_tokens":35412,"n_ctx":32768}',
      32_768,
      35_412,
    ],
    [
      'llama.cpp, older',
      'the request exceeds the available context size. try increasing the context size or enable context shift',
      null,
      null,
    ],
    ['llama-cpp-python', 'Requested tokens (2309) exceed context window of 2048', 2048, 2309],
    [
      'LM Studio',
      'Trying to keep the first 6400 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      4096,
      6400,
    ],
    ['Anthropic', 'prompt is too long: 210000 tokens > 200000 maximum', 200_000, 210_000],
    [
      'Gemini',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      1_048_576,
      1_200_000,
    ],
    [
      'Mistral',
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      32_768,
      40_000,
    ],
    [
      'Cohere',
      'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000.',
      4081,
      5000,
    ],
    [
      'Together',
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens and 512 `max_new_tokens`',
      8193,
      9000,
    ],
    [
      'text-generation-inference',
      'Input validation error: `inputs` must have less than 1024 tokens. Given: 2000',
      1024,
      2000,
    ],
    ['DashScope', 'Range of input length should be [1, 30720]', 30_720, null],
    [
      'SGLang',
      "The input (40000 tokens) is longer than the model's context length (32768 tokens).",
      32_768,
      40_000,
    ],
    [
      'xAI',
      "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
      131_072,
      537_812,
    ],
    ['Copilot', 'prompt token count of 70000 exceeds the limit of 64000', 64_000, 70_000],
    ['Fireworks', 'The prompt is too long: 150000, model maximum context length: 131071', 131_071, 150_000],
    ['Moonshot', 'Invalid request: Your request exceeded model token limit: 131072', 131_072, null],
    [
      'OpenRouter',
      "This endpoint's maximum context length is 32,768 tokens. However, you requested about 40,000 tokens (39,000 of text input, 1,000 in the output).",
      32_768,
      40_000,
    ],
    [
      'Groq, whose limit is one of a minute',
      'Request too large for model `x` in organization `org_1` on tokens per minute (TPM): Limit 6000, Requested 7500, please reduce your message size and try again.',
      6000,
      7500,
    ],
    ['Groq', 'Please reduce the length of the messages or completion. context_length_exceeded', null, null],
    ['Bedrock', 'Input is too long for requested model.', null, null],
    [
      'MiniMax, which puts its code where others put the limit',
      'invalid params, context window exceeds limit (2013)',
      null,
      null,
    ],
  ];
  it.each(sentences)('%s', (_name, text, windowTokens, requestTokens) => {
    expect(readContextRefusal(text)).toEqual({ windowTokens, requestTokens });
  });
});

it.each([
  'Rate limit reached for gpt-4 on tokens per min (TPM): Limit 10000, Used 9800, Requested 500. Please try again in 2s.',
  'max_tokens is too large: 9999. This model supports at most 4096 completion tokens',
  'Invalid value for temperature: 7',
  'The model `gpt-9` does not exist',
  'Incorrect API key provided: token unknown',
  'Extra inputs are not permitted: stream_options',
])('it is not read from %j', (text) => {
  expect(readContextRefusal(text)).toBeNull();
});
