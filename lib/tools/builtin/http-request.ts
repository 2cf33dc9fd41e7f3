import { z } from 'zod';
import { boundText } from '../../domain/bound-text';
import { classifyHost } from '../../network/address-class';
import { formatBytes } from '../../shared/quantities';
import { defineTool, type ToolAssessment } from '../define-tool';
import { shownValue } from '../text/headline-parts';
import { ToolFailure } from '../tool-failure';
import { ownServerFailure } from '../web/guarded-agent';
import { isOwnServer } from '../web/own-server';
import { maxBodyBytes } from '../web/read-body';
import {
  type Method,
  type PartReason,
  sendRequest,
  type WebResponse,
  type WebSettings,
} from '../web/send-request';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** The connection itself sets these headers. */
const ownHeaders =
  /^(?:host|connection|content-length|transfer-encoding|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/i;
const maxShownHeaders = 4_000;

export const createHttpRequestTool = (web: WebSettings) =>
  defineTool({
    name: 'http_request',
    description:
      'Sends one HTTP request and returns status, headers and body. Follows redirects of GET and HEAD within one origin; ' +
      'reports all others.',
    example: { method: 'GET', url: 'https://example.com/' },
    parameters: z.strictObject({
      method: z.enum(methods).default('GET').describe('Request method.'),
      url: z
        .string()
        .max(8_000)
        .refine(isWebAddress, 'must be a complete address beginning with http:// or https://')
        .refine(hasNoCredentials, 'must not hold a user name or password: use an Authorization header')
        .describe('Complete address, with http:// or https://.')
        .meta({ title: 'URL' }),
      headers: z
        .record(
          z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/, 'must be a header name'),
          z
            .string()
            .max(8_000)
            .regex(/^[\t\x20-\x7e\x80-\xff]*$/, 'must be printable, without line breaks'),
        )
        .refine(
          (headers) => !Object.keys(headers).some((name) => ownHeaders.test(name)),
          'must not hold headers that the connection sets',
        )
        .refine(
          (headers) => new Set(lowerCaseNames(headers)).size === Object.keys(headers).length,
          'must not name a header twice in other letter case',
        )
        .default({})
        .describe('Request headers.'),
      body: z
        .string()
        .refine((text) => Buffer.byteLength(text) <= maxBodyBytes, 'must be at most 1 MB')
        .optional()
        .describe('Request body; none for GET and HEAD.'),
    }),
    effect: 'sends',
    capability: 'Send requests to web services',
    act: 'Send request',
    isIdempotent: ({ method }) => isReading(method),
    async look({ method, url, headers, body }) {
      if (isOwnAddress(toUrl(url), web)) throw ownServerFailure();
      if (isReading(method) && body !== undefined) {
        throw new ToolFailure('invalid_target', `A ${method} request has no body.`);
      }
      const named = Object.entries(headers).map(([name, value]) => ({ name, value }));
      return {
        facts: null,
        preview: [{ kind: 'request', method, url: toUrl(url).href, headers: named, body: body ?? null }],
        targetFingerprint: null,
      };
    },
    assess: ({ method, url }) => assess(method, toUrl(url)),
    headline({ method, url, body }) {
      const size = body === undefined ? '' : ` with ${formatBytes(Buffer.byteLength(body))}`;
      return `Send a ${method} request${size} to ${shownValue(toUrl(url).href, 80)}`;
    },
    async run({ method, url, headers, body = null }, { signal }) {
      const lowerCase = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
      );
      const response = await sendRequest({ method, url: toUrl(url), headers: lowerCase, body }, web, signal);
      const { status, statusText, headers: received, text, bytes, part } = response;
      const cutReason = part === null ? undefined : partReasons[part];
      return {
        summary: `${status} ${statusText}, ${formatBytes(bytes)}`,
        warning: describeWarning(response),
        modelText: toModelText(response),
        detail: {
          kind: 'response',
          status,
          statusText,
          headers: received,
          body: text,
          isCut: part !== null,
          cutReason,
        },
      };
    },
  });

function assess(method: Method, url: URL): ToolAssessment {
  const where = classifyHost(url.hostname);
  if (where === 'forbidden') {
    const refusal = 'Goes to a reserved address, such as those where cloud machines hand out credentials.';
    return { risk: 'high', reason: refusal, refusal };
  }
  if (where === 'local') {
    return { risk: 'high', reason: 'Goes to an address on this machine or network.', refusal: null };
  }
  const isRead = isReading(method);
  return {
    risk: isRead ? 'medium' : 'high',
    reason: isRead
      ? 'Calls an external server. The URL itself can leak data.'
      : 'Sends data to an external server and may change something there.',
    refusal: null,
  };
}

const partReasons: Record<PartReason, string> = {
  limit: 'The response is longer than 1 MB; the rest was not read.',
  time: 'This is a part of the response: it did not end within 60 seconds.',
  connection: 'This is a part of the response: the connection closed before its end.',
  damage: 'This is a part of the response: the rest of it is damaged.',
};

function describeWarning({ status, part }: WebResponse): string | undefined {
  if (status >= 400) return `Answered with status ${status}`;
  return part === null || part === 'limit' ? undefined : 'Only a part arrived';
}

function toModelText({ url, status, statusText, headers, text, part, redirect }: WebResponse): string {
  const list = headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  const note = redirect === null ? '' : `\n[It redirects to ${redirect}, which was not followed.]`;
  const cut = part === null ? '' : `\n[${partReasons[part]}]`;
  const head = `HTTP ${status} ${statusText}\nfrom ${url.href}\n${boundText(list, '', maxShownHeaders)}${note}${cut}`;
  const body = text === '' ? (part === null ? '(no body)' : '(nothing of the body arrived)') : text;
  return `${head}\n\n${boundText(body, 'Request a smaller part if the service offers one.', 12_000)}`;
}

/** Looks only at the address itself; the connection checks where a name leads. */
function isOwnAddress({ hostname, port, protocol }: URL, { ownPort }: WebSettings): boolean {
  const address = /^(?:.+\.)?localhost\.?$/i.test(hostname) ? '127.0.0.1' : hostname;
  const number = Number(port) || (protocol === 'https:' ? 443 : 80);
  return ownPort !== undefined && isOwnServer(address, number, ownPort);
}

function lowerCaseNames(headers: Record<string, string>): string[] {
  return Object.keys(headers).map((name) => name.toLowerCase());
}

function isReading(method: Method): boolean {
  return method === 'GET' || method === 'HEAD';
}

function toUrl(text: string): URL {
  const url = new URL(text);
  url.hash = '';
  return url;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function hasNoCredentials(text: string): boolean {
  return !URL.canParse(text) || (new URL(text).username === '' && new URL(text).password === '');
}
