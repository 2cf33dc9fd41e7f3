import type { IncomingHttpHeaders } from 'node:http';
import { type Refusal, refuse, tooLarge } from './refusal';

export type RequestFacts = {
  method: string;
  /** The request target as it was sent. */
  target: string;
  headers: IncomingHttpHeaders;
  /** Names and values as they were sent, one after the other. */
  rawHeaders: readonly string[];
};

/** 1 MB: more than any form of ours needs. */
export const maxBodyBytes = 1_048_576;

/** Names under which this machine may be addressed. Anything else is a foreign name pointed at us (DNS rebinding). */
export function allowedHosts(port: number): ReadonlySet<string> {
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  // Browsers leave the default port out.
  return new Set(names.flatMap((name) => (port === 80 ? [`${name}:80`, name] : [`${name}:${port}`])));
}

/** Null: let it in. */
export function inspectRequest(request: RequestFacts, hosts: ReadonlySet<string>): Refusal | null {
  return (
    inspectHost(request, hosts) ??
    inspectTarget(request.target) ??
    inspectOrigin(request, hosts) ??
    inspectDeclaredBody(request)
  );
}

function inspectHost({ headers, rawHeaders }: RequestFacts, hosts: ReadonlySet<string>): Refusal | null {
  const sent = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (sent.length === 1 && hosts.has(headers.host?.toLowerCase() ?? '')) return null;
  return refuse('unknown_host', 'This address is not one that Countersign answers to.');
}

/** Every client of ours sends a plain path: spellings that two readers might understand differently are refused. */
function inspectTarget(target: string): Refusal | null {
  const [sent = ''] = target.split('?', 1);
  const path = decode(sent);
  if (path === null || !sent.startsWith('/') || sent.includes('//') || /\\|\/\.{1,2}(\/|$)/.test(path)) {
    return refuse('bad_target', 'The request’s target is not a plain path.');
  }
  if (path.startsWith('/_next/image')) return refuse('not_found', 'There is nothing here.');
  return null;
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/**
 * A change must come from our own pages. Browsers say where a request comes from in `Origin` and `Sec-Fetch-Site`; other
 * ports of this machine are "same-site" and still strangers. A client that sends neither is no browser. Data is not read
 * out to other sites' pages either: they could not see it, but could hold our streams open.
 */
function inspectOrigin(
  { method, target, headers }: RequestFacts,
  hosts: ReadonlySet<string>,
): Refusal | null {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  if (method === 'GET' || method === 'HEAD') {
    const isForeign = site === 'cross-site' || site === 'same-site';
    return isForeign && target.startsWith('/api/') ? crossOrigin : null;
  }
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) {
    return refuse('method_not_allowed', 'This method is not allowed.');
  }
  const isForeignOrigin = origin !== undefined && !isOwnOrigin(origin, hosts);
  if (isForeignOrigin || (site !== undefined && site !== 'same-origin')) return crossOrigin;
  const [type] = (headers['content-type'] ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/json') {
    return refuse('unsupported_media_type', 'Send JSON, with the content type application/json.');
  }
  return null;
}

const crossOrigin = refuse('cross_origin', 'Only Countersign’s own pages may do this.');

export function isOwnOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length).toLowerCase());
}

function inspectDeclaredBody({ headers }: RequestFacts): Refusal | null {
  const declared = headers['content-length'];
  return declared !== undefined && Number(declared) > maxBodyBytes ? tooLarge : null;
}
