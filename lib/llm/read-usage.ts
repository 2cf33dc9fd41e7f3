import type { TokenUsage } from '../domain/usage';
import { isJsonObject, type JsonObject } from '../shared/json';

/**
 * No reply uses more tokens or dollars. In JSON, a number may become infinite when it is parsed (`1e400`),
 * and so may the sum of two numbers.
 */
const [mostTokens, mostUsd] = [1_000_000_000, 1_000_000];

/**
 * Reads the token counts in one response or one chunk of a stream, in the form of any known server. Returns
 * null when it has none, or only zeros, because some servers send zeros with every chunk.
 */
export function readUsage(data: unknown): TokenUsage | null {
  for (const place of placesOf(data)) {
    const usage = readForm(place);
    if (usage && usage.input + usage.output > 0) return usage;
  }
  return null;
}

/**
 * Yields the places where servers put them: Groq in `x_groq`, Moonshot in the choice, Gemini in
 * `usageMetadata`, Ollama and llama.cpp beside the choices.
 */
function* placesOf(data: unknown): Generator<JsonObject> {
  if (!isJsonObject(data)) return;
  const choice = Array.isArray(data['choices']) ? data['choices'][0] : undefined;
  const places = [
    data['usage'],
    data['usageMetadata'],
    isJsonObject(data['x_groq']) ? data['x_groq']['usage'] : undefined,
    isJsonObject(choice) ? choice['usage'] : undefined,
    data['timings'],
    data,
  ];
  for (const place of places)
    if (isJsonObject(place)) yield isJsonObject(place['tokens']) ? place['tokens'] : place;
}

/** Every form counts the input under one of these names. Most chunks of a stream have none. */
const inputNames = ['prompt_tokens', 'prompt_n', 'promptTokenCount', 'input_tokens', 'prompt_eval_count'];

function readForm(fields: JsonObject): TokenUsage | null {
  if (!inputNames.some((name) => name in fields)) return null;
  const read = (...names: string[]) => readFirst(fields, names);
  if (read('prompt_tokens') !== undefined) return readOpenAi(fields, read);
  // llama.cpp counts the tokens that it processed separately from those that it kept.
  const processed = read('prompt_n');
  if (processed !== undefined) {
    const cached = read('cache_n');
    return toUsage({ input: processed + (cached ?? 0), cached, output: read('predicted_n') });
  }
  const native = read('promptTokenCount');
  if (native !== undefined) {
    const reasoning = read('thoughtsTokenCount');
    const output = (read('candidatesTokenCount') ?? 0) + (reasoning ?? 0);
    return toUsage({ input: native, cached: read('cachedContentTokenCount'), output, reasoning });
  }
  // Anthropic counts the tokens read from the cache, and those written to it, separately from the rest.
  const apart = [read('cache_read_input_tokens'), read('cache_creation_input_tokens')];
  const input = read('input_tokens');
  if (input !== undefined) {
    return toUsage({
      input: input + (apart[0] ?? 0) + (apart[1] ?? 0),
      cached: apart[0] ?? read('input_tokens_details.cached_tokens'),
      output: read('output_tokens'),
      reasoning: read('output_tokens_details.reasoning_tokens'),
    });
  }
  return toUsage({ input: read('prompt_eval_count'), output: read('eval_count') });
}

type Read = (...names: string[]) => number | undefined;

function readOpenAi(fields: JsonObject, read: Read): TokenUsage | null {
  const input = read('prompt_tokens');
  const output = read('completion_tokens') ?? 0;
  const total = read('total_tokens') ?? 0;
  const named = read('completion_tokens_details.reasoning_tokens', 'reasoning_tokens');
  // xAI and Gemini leave reasoning out of the completion, but the total includes it.
  const missing = Math.max(0, total - (input ?? 0) - output);
  const isApart = missing > 0 && (named === undefined || named === missing);
  return toUsage({
    input,
    cached: read('prompt_tokens_details.cached_tokens', 'prompt_cache_hit_tokens', 'cached_tokens'),
    output: isApart ? output + missing : output,
    reasoning: named ?? (isApart ? missing : undefined),
    amountUsd: isBetween(fields['cost'], 0, mostUsd) ? fields['cost'] : undefined,
  });
}

function toUsage(counts: Partial<Record<keyof TokenUsage, number | undefined>>): TokenUsage | null {
  const { input, cached, output = 0, reasoning, amountUsd } = counts;
  if (input === undefined) return null;
  return {
    input,
    ...(cached === undefined ? {} : { cached: Math.min(cached, input) }),
    output,
    ...(reasoning === undefined ? {} : { reasoning: Math.min(reasoning, output) }),
    ...(amountUsd === undefined ? {} : { amountUsd }),
  };
}

/**
 * Returns the first of these fields that is a count. A name may be a path:
 * `prompt_tokens_details.cached_tokens`.
 */
function readFirst(fields: JsonObject, names: readonly string[]): number | undefined {
  for (const name of names) {
    let value: unknown = fields;
    for (const part of name.split('.')) value = isJsonObject(value) ? value[part] : undefined;
    const count = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    if (isBetween(count, 0, mostTokens) && Number.isInteger(count)) return count;
  }
  return undefined;
}

function isBetween(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && value >= least && value <= most;
}
