import OpenAI from 'openai';
import { hideSecret } from '../shared/hide-secret';
import { hostOf } from '../shared/server-address';
import type { ModelError } from './model.port';
import type { ModelServer } from './model-source.port';
import { UnusableKeyError } from './openai-client';
import { SilenceError } from './watch';

/** The connection closed before the reply was complete. */
export class CutOffError extends Error {}

/** The address answered, but not like a model server. */
export class NotModelServerError extends Error {}

const endless = {
  event: 'one piece of more than 8 MB',
  filler: 'nothing but blank lines',
  answer: 'an answer that does not end',
};

/** The server sends and sends, and it is no answer: the request is ended before it fills the memory. */
export class EndlessAnswerError extends Error {
  constructor(readonly what: keyof typeof endless) {
    super(`The server sent ${endless[what]}`);
  }
}

/** An error inside a response of status 200. `status` is null when the error names none. */
export class AnswerError extends Error {
  constructor(
    readonly status: number | null,
    message: string,
  ) {
    super(message);
  }
}

/** `retryAfterMs`: how long the server asks to wait. Null: it does not say. */
export type ServerFailure = { error: ModelError; isRetryable: boolean; retryAfterMs: number | null };

/**
 * Explains a failure in plain words. Never throws and never repeats an exception's own message: the client's and the
 * network's exceptions quote headers and addresses, which hold the key.
 */
export function toServerFailure(caught: unknown, server: ModelServer & { model?: string }): ServerFailure {
  const host = hostOf(server.baseUrl);
  if (caught instanceof SilenceError) {
    const seconds = Math.round(caught.silenceMs / 1000);
    return failure(
      'unavailable',
      `${host} sent nothing for ${seconds} seconds, so the request was canceled.`,
    );
  }
  if (caught instanceof CutOffError) {
    return failure('cut_off', `The connection to ${host} broke before the reply was complete.`, true);
  }
  if (caught instanceof EndlessAnswerError) {
    const sent = `${host} sent ${endless[caught.what]}, so the request was canceled.`;
    return failure('not_a_model_server', `${sent} Check the address: it usually ends with /v1.`);
  }
  if (caught instanceof UnusableKeyError) {
    return failure('unauthorized', `The API key cannot be sent. ${caught.message}`);
  }
  if (caught instanceof NotModelServerError || caught instanceof SyntaxError) return notModelServer(host);
  if (caught instanceof AnswerError) {
    const said = quote(caught.message, server);
    if (caught.status !== null) return toStatusFailure(caught.status, said, server);
    return failure('unavailable', `${host} answered with an error.${said}`, true);
  }
  if (caught instanceof OpenAI.APIConnectionError) return toConnectionFailure(caught, host);
  if (caught instanceof OpenAI.APIError && typeof caught.status === 'number') {
    const said = quote(serverMessage(caught), server);
    const result = toStatusFailure(caught.status, said, server);
    if (caught.code === 'insufficient_quota') return { ...result, isRetryable: false };
    if (caught.status === 404 && said === '') return notModelServer(host);
    return { ...result, retryAfterMs: readRetryAfter(caught.headers) };
  }
  if (!URL.canParse(server.baseUrl)) {
    return failure('unreachable', 'The address of the model server is not valid. Check it in Settings.');
  }
  return failure('bad_request', `The request to ${host} failed inside Countersign (${kindOf(caught)}).`);
}

/** The class of an exception: a word of the code, never of its data. */
function kindOf(caught: unknown): string {
  return caught instanceof Error ? caught.constructor.name : typeof caught;
}

function toStatusFailure(
  status: number,
  said: string,
  server: ModelServer & { model?: string },
): ServerFailure {
  const host = hostOf(server.baseUrl);
  if (status === 401 || status === 403) {
    const reason = server.apiKey ? 'did not accept the API key' : 'requires an API key';
    const next = server.apiKey ? 'Replace the key in Settings.' : 'Enter one in Settings.';
    return failure('unauthorized', `${host} ${reason} (status ${status}). ${next}`);
  }
  if (status === 404) {
    const problem = server.model
      ? `does not have the model "${server.model}"`
      : 'has nothing at this address';
    return failure(
      'not_found',
      `${host} ${problem} (status 404). Check the model’s name and the address.${said}`,
    );
  }
  if (status === 429) {
    return failure('rate_limited', `${host} accepts no more requests right now (status 429).${said}`, true);
  }
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return failure(
      'unavailable',
      `${host} could not handle the request (status ${status}). Try again later.${said}`,
      true,
    );
  }
  return failure('bad_request', `${host} rejected the request (status ${status}).${said}`);
}

function toConnectionFailure(caught: Error, host: string): ServerFailure {
  const code = causeCode(caught);
  const reasons: Record<string, string> = {
    ECONNREFUSED: `Nothing is listening at ${host}. Is the model server running?`,
    ENOTFOUND: `There is no server named ${host}. Check the address.`,
    EAI_AGAIN: `The name ${host} could not be looked up. Is there a network connection?`,
    ECONNRESET: `${host} closed the connection without a reply.`,
    UND_ERR_SOCKET: `${host} closed the connection without a reply.`,
  };
  const known = Object.hasOwn(reasons, code) ? reasons[code] : undefined;
  return failure(
    'unreachable',
    known ?? `${host} could not be reached${code === '' ? '' : ` (${code})`}.`,
    true,
  );
}

function causeCode(error: unknown): string {
  for (
    let current = error, depth = 0;
    current instanceof Error && depth < 5;
    current = current.cause, depth += 1
  ) {
    if ('code' in current && /^[A-Z][A-Z\d_]*$/.test(String(current.code))) return String(current.code);
  }
  return '';
}

function serverMessage(error: InstanceType<typeof OpenAI.APIError>): string {
  const body: unknown = error.error;
  if (typeof body === 'string') return body;
  if (typeof body === 'object' && body !== null && 'message' in body) {
    return typeof body.message === 'string' ? body.message : JSON.stringify(body.message);
  }
  return error.message.replace(/^\d{3} /, '').replace('status code (no body)', '');
}

/** A server's words: one line, bounded, without web pages, without the key. */
function quote(text: string, { apiKey }: ModelServer): string {
  const clean = hideSecret(text, apiKey?.trim() ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  if (clean === '' || clean.startsWith('<')) return '';
  return ` It said: "${clean.length > 300 ? `${clean.slice(0, 300)}…` : clean}"`;
}

function readRetryAfter(headers: Headers | undefined): number | null {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const text = headers?.get('retry-after') ?? null;
  if (text === null) return null;
  const seconds = Number(text);
  const waitMs = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs);
}

function notModelServer(host: string): ServerFailure {
  const hint = 'Check the address: it usually ends with /v1.';
  return failure(
    'not_a_model_server',
    `${host} did not answer like an OpenAI-compatible model server. ${hint}`,
  );
}

function failure(code: ModelError['code'], message: string, isRetryable = false): ServerFailure {
  return { error: { code, message }, isRetryable, retryAfterMs: null };
}
