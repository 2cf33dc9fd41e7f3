import OpenAI from 'openai';
import type { NameValue } from '../contracts/model-server-extras';
import { readApiKey } from '../contracts/model-server-values';
import type { ModelServer } from '../models/provider.port';
import { leanFetch } from './lean-fetch';
import { readError } from './said-error';

/** No header can carry this key. The message says why and does not quote the key. */
export class UnusableKeyError extends Error {}

/**
 * Creates the only client that may talk to a server. `baseUrl` includes `/v1`. Without a key the client sends
 * no authorization, unless a header holds one. Throws `UnusableKeyError`. The client never retries (the
 * caller counts retries), reads no settings from the environment, and logs nothing, because requests hold
 * people's files.
 */
export function createClient({ baseUrl, apiKey, headers = [], query = [] }: ModelServer): OpenAI {
  const key = readApiKey(apiKey);
  if (!key.ok) throw new UnusableKeyError(key.problem);
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: key.value ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: longestTimeoutMs,
    logLevel: 'off',
    fetch: fetchWithErrorText,
    defaultHeaders: { ...(key.value === null ? { Authorization: null } : {}), ...toRecord(headers) },
    defaultQuery: toRecord(query),
  });
}

/** Drops the rest of an answer, because an endless one would fill the memory. */
function cutAfter(response: Response, maxBytes: number): Response {
  let bytes = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.length;
      controller.enqueue(piece);
      if (bytes > maxBytes) controller.terminate();
    },
  });
  return new Response(response.body?.pipeThrough(limit) ?? null, response);
}

const toRecord = (pairs: readonly NameValue[]) =>
  Object.fromEntries(pairs.map(({ name, value }) => [name, value]));

/** `startWatch` ends requests that take too long, so the client's own limit must never come first. */
const longestTimeoutMs = 24 * 60 * 60 * 1000;

const maxErrorBytes = 64 * 1024;
const maxFactsBytes = 16 * 1024 * 1024;

/**
 * The client keeps only `{"error": …}` of a failed answer, so this function puts everything that the server
 * says into that form.
 */
async function fetchWithErrorText(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await leanFetch(input, init);
  // `readAnswer` has limits of its own.
  if (response.ok) return init?.method === 'GET' ? cutAfter(response, maxFactsBytes) : response;
  const error = readError(await cutAfter(response, maxErrorBytes).text());
  const { status, statusText, headers } = response;
  return new Response(JSON.stringify({ error }), { status, statusText, headers });
}
