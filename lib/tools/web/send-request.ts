import { STATUS_CODES } from 'node:http';
import type { LookupFunction } from 'node:net';
import { type Agent, errors } from 'undici';
import type { NameValue } from '../../domain/presentation';
import { classifyHost } from '../../network/address-class';
import { stoppedFailure, systemErrorCode, ToolFailure } from '../tool-failure';
import { createGuardedAgent } from './guarded-agent';
import type { OwnPort } from './own-server';
import { type ResponseBody, readBody } from './read-body';

export type WebSettings = {
  lookup?: LookupFunction | undefined;
  /** Each connection asks for the port. Omit it when there is no server of our own. */
  ownPort?: OwnPort | undefined;
  /** One minute is the default. */
  requestTimeoutMs?: number | undefined;
};

export type WebRequest = { method: Method; url: URL; headers: Record<string, string>; body: string | null };
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type WebResponse = Omit<ResponseBody, 'isCut' | 'failure'> & {
  url: URL;
  status: number;
  statusText: string;
  headers: NameValue[];
  /** The server redirected to this address, and the request did not follow. */
  redirect: string | null;
  /** Says why the body is only a part of what the server has. It is null when the body is complete. */
  part: PartReason | null;
};

/** `limit` means that the body is longer than what is read. The others ended the body while it arrived. */
export type PartReason = 'limit' | 'time' | 'connection' | 'damage';

type Limits = { stop: AbortSignal; time: AbortSignal; either: AbortSignal };

const requestTimeoutMs = 60_000;
const maxRedirects = 5;

/**
 * Sends one request. It follows redirects of GET and HEAD within the same origin, five at most, and returns
 * any other redirect as it is. It uses no cookies and no proxy, and one connection that closes afterwards. A
 * body that the time limit or a broken connection ends counts as far as it came. Throws a `ToolFailure` when
 * there is no response, and when `signal` stops the request.
 */
export async function sendRequest(
  request: WebRequest,
  settings: WebSettings,
  signal: AbortSignal,
): Promise<WebResponse> {
  const agent = createGuardedAgent({ shown: classifyHost(request.url.hostname), ...settings });
  const time = AbortSignal.timeout(settings.requestTimeoutMs ?? requestTimeoutMs);
  const either = AbortSignal.any([signal, time]);
  try {
    return await follow(agent, request, { stop: signal, time, either });
  } catch (error) {
    if (signal.aborted) throw stoppedFailure(signal);
    if (time.aborted) throw new ToolFailure('timed_out', 'No response arrived within 60 seconds.');
    throw explain(error, request.url);
  } finally {
    await agent.destroy();
  }
}

async function follow(agent: Agent, request: WebRequest, limits: Limits): Promise<WebResponse> {
  let url = request.url;
  for (let redirects = 0; ; redirects += 1) {
    const response = await sendOnce(agent, { ...request, url }, limits);
    const next = redirectTarget(response, url);
    if (next === null) return response;
    const mayFollow = request.method === 'GET' || request.method === 'HEAD';
    const isTooLate = limits.time.aborted;
    if (!mayFollow || next.origin !== url.origin || redirects === maxRedirects || isTooLate) {
      return { ...response, redirect: next.href };
    }
    url = next;
  }
}

async function sendOnce(
  agent: Agent,
  { method, url, headers, body }: WebRequest,
  limits: Limits,
): Promise<WebResponse> {
  const response = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { 'user-agent': 'Countersign', accept: '*/*', 'accept-encoding': 'gzip, br', ...headers },
    body,
    signal: limits.either,
  });
  const list = Object.entries(response.headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((entry) => ({ name, value: entry })),
  );
  const header = (name: string) => list.find((entry) => entry.name === name)?.value ?? '';
  const read = await readBody(response.body, header('content-encoding'), header('content-type'));
  const { text, bytes, isCut, failure } = read;
  const part = failure === null ? (isCut ? 'limit' : null) : explainBreak(failure, limits);
  const { statusCode: status } = response;
  const statusText = STATUS_CODES[status] ?? '';
  return { text, bytes, url, status, statusText, headers: list, redirect: null, part };
}

/** Throws when the run was stopped, because then nobody waits for a part. */
function explainBreak(failure: Error, { stop, time }: Limits): PartReason {
  if (stop.aborted) throw failure;
  if (time.aborted) return 'time';
  const isDamaged =
    failure instanceof errors.HTTPParserError || isCompressionError(systemErrorCode(failure) ?? '');
  return isDamaged ? 'damage' : 'connection';
}

function redirectTarget({ status, headers }: WebResponse, from: URL): URL | null {
  if (![301, 302, 303, 307, 308].includes(status)) return null;
  const location = headers.find(({ name }) => name === 'location')?.value;
  return location !== undefined && URL.canParse(location, from) ? new URL(location, from) : null;
}

const explained: Record<string, string> = {
  ECONNREFUSED: 'Nothing is listening there.',
  ECONNRESET: 'The connection closed before the response was complete.',
  ENOTFOUND: 'The name could not be found.',
  EAI_AGAIN: 'The name lookup failed. Try again.',
  EHOSTUNREACH: 'The address cannot be reached from this machine.',
  ENETUNREACH: 'The address cannot be reached from this machine.',
  ETIMEDOUT: 'The server did not respond in time.',
  UND_ERR_CONNECT_TIMEOUT: 'The server did not respond in time.',
  UND_ERR_HEADERS_TIMEOUT: 'The server did not respond in time.',
  UND_ERR_BODY_TIMEOUT: 'The response stopped before it was complete.',
  UND_ERR_SOCKET: 'The connection closed before the response was complete.',
  CERT_HAS_EXPIRED: 'Its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'Its certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'Its certificate is not signed by a known authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'Its certificate is not signed by a known authority.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'Its certificate belongs to another name.',
};

function explain(error: unknown, url: URL): ToolFailure {
  if (error instanceof ToolFailure) return error;
  const code = systemErrorCode(error) ?? '';
  const reason = Object.hasOwn(explained, code) ? explained[code] : explainOther(error, code);
  return new ToolFailure('request_failed', `The request to ${url.host} failed. ${reason}`);
}

function explainOther(error: unknown, code: string): string {
  if (error instanceof errors.HTTPParserError) return 'The response is not HTTP.';
  if (isCompressionError(code)) return 'The compressed response is damaged.';
  return code === '' ? 'The reason is unknown.' : `(${code})`;
}

function isCompressionError(code: string): boolean {
  return code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR');
}
