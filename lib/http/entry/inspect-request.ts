import type { IncomingHttpHeaders } from 'node:http';
import { isForPrograms } from '../../auth/door-paths';
import type { OwnAddresses } from './own-addresses';
import { type Refusal, refuse, tooLarge } from './refusal';
import type { FindMethods } from './route-methods';

export type RequestFacts = {
  method: string;
  /** This is the request target as the client sent it. */
  target: string;
  headers: IncomingHttpHeaders;
  /** Lists names and values alternately, as the client sent them. */
  rawHeaders: readonly string[];
};

/** 1 MB is more than any of our forms needs. */
export const maxBodyBytes = 1_048_576;

/** Returns why the entry rejects the request, or null to let it in. */
export function inspectRequest(
  request: RequestFacts,
  own: OwnAddresses,
  findMethods: FindMethods,
): Refusal | null {
  return (
    inspectHost(request, own) ??
    inspectTarget(request.target) ??
    inspectOrigin(request, own) ??
    inspectMethod(request, findMethods) ??
    inspectContent(request) ??
    inspectDeclaredBody(request)
  );
}

function inspectHost({ headers, rawHeaders }: RequestFacts, { hosts }: OwnAddresses): Refusal | null {
  const sent = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (sent.length === 1 && hosts.has(headers.host?.toLowerCase() ?? '')) return null;
  return refuse('unknown_host', 'Countersign does not answer to this address.');
}

/** Rejects spellings that two parsers might read differently. Our clients send plain paths only. */
function inspectTarget(target: string): Refusal | null {
  const [path = ''] = target.split('?', 1);
  if (decode(path) === null || !path.startsWith('/') || ambiguous.test(path)) {
    return refuse('bad_target', 'The request’s target is not a plain path.');
  }
  if (path.startsWith('/_next/image')) return nothingHere;
  return null;
}

/**
 * Matches empty and dot segments, backslashes, and codes for slashes and for characters that need no code
 * (RFC 3986, 2.3).
 */
const ambiguous = /\/\/|\/\.{1,2}(?:\/|$)|\\|%(?:2[def]|3\d|4[1-9a-f]|5[\dacf]|6[1-9a-f]|7[\dae])/i;

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * Rejects a change that does not come from our own pages. Browsers name the source of a request in `Origin`
 * and `Sec-Fetch-Site`. Other ports of this machine count as "same-site", and are still foreign. A client
 * that sends neither header is not a browser. Pages of other sites get no data either: they could not read
 * it, but they could hold our streams open.
 */
function inspectOrigin({ method, target, headers }: RequestFacts, own: OwnAddresses): Refusal | null {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (isReading(method)) {
    const isForeign = site === 'cross-site' || site === 'same-site';
    return isForeign && isForPrograms(target) && !isProviderVisit(headers, target) ? crossOrigin : null;
  }
  const isForeignOrigin = origin !== undefined && !isOwnOrigin(origin, own);
  return isForeignOrigin || (site !== undefined && site !== 'same-origin') ? crossOrigin : null;
}

/**
 * A browser comes back from the OpenID provider's site as it opens a page. It cannot read this answer for another
 * site either, and what it brings is checked against its cookie.
 */
function isProviderVisit(headers: IncomingHttpHeaders, target: string): boolean {
  const isOpened = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  return isOpened && /^\/api\/door\/provider(?:\/callback)?(?:\?|$)/.test(target);
}

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function inspectMethod({ method, target }: RequestFacts, findMethods: FindMethods): Refusal | null {
  const methods = findMethods(target);
  if (methods === null) return nothingHere;
  if (methods.includes(method)) return null;
  return { ...refuse('method_not_allowed', 'This method is not allowed.'), allow: methods.join(', ') };
}

/** A change must be plain JSON, because forms of other sites cannot send it. */
function inspectContent({ method, headers }: RequestFacts): Refusal | null {
  if (isReading(method)) return null;
  if (!plainJson.test(headers['content-type'] ?? '')) {
    return refuse('unsupported_media_type', 'Send JSON in UTF-8, with the content type application/json.');
  }
  const { 'content-encoding': encoding = 'identity', 'transfer-encoding': transfer = 'chunked' } = headers;
  if (!/^\s*identity\s*$/i.test(encoding) || !/^\s*chunked\s*$/i.test(transfer)) {
    return refuse('unsupported_media_type', 'Send the JSON as it is, neither compressed nor encoded.');
  }
  return null;
}

const nothingHere = refuse('not_found', 'There is nothing here.');
const plainJson = /^\s*application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;
const crossOrigin = refuse('cross_origin', 'Only Countersign’s own pages may do this.');

export function isOwnOrigin(origin: string, { origins }: OwnAddresses): boolean {
  return origins.has(origin.toLowerCase());
}

function inspectDeclaredBody({ headers }: RequestFacts): Refusal | null {
  const declared = headers['content-length'];
  return declared !== undefined && Number(declared) > maxBodyBytes ? tooLarge : null;
}
