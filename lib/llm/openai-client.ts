import OpenAI from 'openai';
import type { ModelServer } from './model-source.port';

/**
 * The one way to a server (`baseUrl` up to and including `/v1`; without a key none is sent). No retries here (they are counted in one place), no redirected settings from the
 * environment, no logging: requests hold people's files.
 */
export function createClient({ baseUrl, apiKey }: ModelServer): OpenAI {
  const key = apiKey?.trim() ?? '';
  return new OpenAI({
    baseURL: baseUrl,
    apiKey: key === '' ? 'none' : key,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: LONGEST_TIMEOUT_MS,
    logLevel: 'off',
    fetch: fetchWithErrorText,
    fetchOptions: { cache: 'no-store' },
    ...(key === '' ? { defaultHeaders: { Authorization: null } } : {}),
  });
}

/** Time-outs are ours (`startWatch`); the client's must never be the first. */
const LONGEST_TIMEOUT_MS = 24 * 60 * 60 * 1000;

/** "localhost:11434": how messages name a server. Never a path or user name, which may hold secrets. */
export function hostOf(baseUrl: string): string {
  return URL.canParse(baseUrl) ? new URL(baseUrl).host : 'the given address';
}

/**
 * The client keeps what a server says only from `{"error": …}`. FastAPI sends `{"detail": …}` and Mistral
 * `{"message": …}`: these are put into that form, so that people see the real error.
 */
async function fetchWithErrorText(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init);
  if (response.ok) return response;
  const text = await response.text();
  const { status, statusText, headers } = response;
  return new Response(toErrorForm(text), { status, statusText, headers });
}

function toErrorForm(text: string): string {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return text;
  }
  if (typeof body !== 'object' || body === null || 'error' in body) return text;
  const said = 'detail' in body ? body.detail : 'message' in body ? body.message : body;
  return JSON.stringify({ error: { message: typeof said === 'string' ? said : JSON.stringify(said) } });
}
