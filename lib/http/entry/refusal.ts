import { STATUS_CODES } from 'node:http';
import { countOf } from '../../shared/quantities';
import { type HttpErrorCode, statusByCode } from '../status-by-code';

/** Says why the entry rejects a request before any handler sees it. */
export type Refusal = {
  status: number;
  code: HttpErrorCode;
  message: string;
  /** Lists the allowed methods, for `method_not_allowed`. */
  allow?: string;
  /** Says when the client may come back, for `too_many_requests`. */
  retryAfterSeconds?: number;
};

export function refuse(code: HttpErrorCode, message: string): Refusal {
  return { status: statusByCode[code], code, message };
}

/** Builds the body that every error answer has. */
export function toErrorBody({ code, message }: Refusal): string {
  return JSON.stringify({ error: { code, message } });
}

/**
 * Builds the bytes of a response for sockets without a response object: unreadable requests, upgrades,
 * tunnels.
 */
export function toRawAnswer(refusal: Refusal, headers: Record<string, string>): string {
  const body = toErrorBody(refusal);
  const lines = Object.entries({
    ...headers,
    ...refusalHeaders(refusal),
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}`);
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? 'Refused'}`;
  return `${[status, ...lines].join('\r\n')}\r\n\r\n${body}`;
}

/**
 * Closes the connection, because the server does not read the rest of a rejected request. A client that comes
 * too early keeps its connection: the answer would be lost if the server closed it while a body arrives.
 */
export const refusalHeaders = ({ allow, retryAfterSeconds }: Refusal): Record<string, string> => ({
  'content-type': 'application/json',
  'cache-control': 'no-store',
  ...(retryAfterSeconds === undefined ? { connection: 'close' } : { 'retry-after': `${retryAfterSeconds}` }),
  ...(allow === undefined ? {} : { allow }),
});

/** Answers a client that asks too often. */
export function tooManyRequests(waitMs: number): Refusal {
  const seconds = Math.ceil(waitMs / 1_000);
  const wait = seconds > 120 ? countOf(Math.ceil(seconds / 60), 'minute') : countOf(seconds, 'second');
  const message = `Too many requests. Try again in ${wait}.`;
  return { ...refuse('too_many_requests', message), retryAfterSeconds: seconds };
}

export const tooManyStreams: Refusal = {
  ...refuse('too_many_requests', 'Too many pages show live updates. Close some of them.'),
  retryAfterSeconds: 10,
};

export const tooLarge = refuse('too_large', 'The body is larger than 1 MB.');
export const noUpgrade = refuse('no_upgrade', 'The server accepts ordinary HTTP requests only.');
export const stopping = refuse('stopping', 'The server is stopping. Try again when it runs.');
export const internalError = refuse('internal_error', 'Something broke on the server.');
export const unmetExpectation = refuse('unmet_expectation', 'Send the request without this Expect header.');

/** Answers bytes that are not a valid request, by the code of Node's parser error. */
export function toParserRefusal(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return refuse('headers_too_large', 'The headers are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refuse('request_timeout', 'The request took too long.');
  return refuse('bad_request', 'The server could not read this HTTP request.');
}
