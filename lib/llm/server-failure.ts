import OpenAI from 'openai';
import type { ModelError } from './model.port';
import type { ModelServer } from './model-source.port';
import { hostOf } from './openai-client';
import { SilenceError } from './watch';

/** The connection closed before the answer was complete. */
export class CutOffError extends Error {}

/** Something answered, but not as a model server does. */
export class NotModelServerError extends Error {}

/** An error inside an answer of status 200; `status` when it names one. */
export class AnswerError extends Error {
  constructor(
    readonly status: number | null,
    message: string,
  ) {
    super(message);
  }
}

/** `retryAfterMs`: how long the server asks to wait; null when it does not say. */
export type ServerFailure = { error: ModelError; isRetryable: boolean; retryAfterMs: number | null };

/** What went wrong in plain words. Throws what is not a server's doing: that would be a mistake of ours. */
export function toServerFailure(caught: unknown, server: ModelServer & { model?: string }): ServerFailure {
  const host = hostOf(server.baseUrl);
  if (caught instanceof SilenceError) {
    const seconds = Math.round(caught.silenceMs / 1000);
    return failure('unavailable', `${host} was silent for ${seconds} seconds, so the request was given up.`);
  }
  if (caught instanceof CutOffError) {
    return failure('cut_off', `The connection to ${host} broke before the answer was complete.`, true);
  }
  if (caught instanceof NotModelServerError) return notModelServer(host);
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
  if (caught instanceof TypeError && 'code' in caught && caught.code === 'ERR_INVALID_URL') {
    return failure('unreachable', 'The address of the model server is not a valid URL.');
  }
  throw caught;
}

function toStatusFailure(
  status: number,
  said: string,
  server: ModelServer & { model?: string },
): ServerFailure {
  const host = hostOf(server.baseUrl);
  if (status === 401 || status === 403) {
    const hint = server.apiKey
      ? 'Check the key in the settings.'
      : 'It wants a key: enter one in the settings.';
    return failure('unauthorized', `${host} refused access (status ${status}). ${hint}`);
  }
  if (status === 404) {
    const model = server.model ? `does not know the model "${server.model}"` : 'has nothing at this address';
    return failure(
      'not_found',
      `${host} ${model} (status 404). Check the model's name and the address.${said}`,
    );
  }
  if (status === 429)
    return failure('rate_limited', `${host} accepts no more requests for now.${said}`, true);
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return failure(
      'unavailable',
      `${host} has a problem of its own (status ${status}). Try again later.${said}`,
      true,
    );
  }
  return failure('bad_request', `${host} refused the request (status ${status}).${said}`);
}

function toConnectionFailure(caught: Error, host: string): ServerFailure {
  const code = causeCode(caught);
  const reasons: Record<string, string> = {
    ECONNREFUSED: `Nothing is listening at ${host}. Is the model server running?`,
    ENOTFOUND: `There is no server named ${host}. Check the address.`,
    EAI_AGAIN: `The name ${host} could not be looked up. Is there a network connection?`,
    ECONNRESET: `${host} closed the connection without an answer.`,
    UND_ERR_SOCKET: `${host} closed the connection without an answer.`,
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
    if ('code' in current && typeof current.code === 'string') return current.code;
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

/** A server's words: one line, bounded, without markup pages, without the key. */
function quote(text: string, { apiKey }: ModelServer): string {
  const key = apiKey?.trim() ?? '';
  const clean = (key.length > 3 ? text.replaceAll(key, '[key]') : text).replace(/\s+/g, ' ').trim();
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
  const hint = 'Check the address: it usually ends in "/v1".';
  return failure(
    'not_a_model_server',
    `What answers at ${host} is not an OpenAI-compatible model server. ${hint}`,
  );
}

function failure(code: ModelError['code'], message: string, isRetryable = false): ServerFailure {
  return { error: { code, message }, isRetryable, retryAfterMs: null };
}
