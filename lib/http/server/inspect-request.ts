import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is refused before any handler sees it. */
export type Refusal = { status: number; code: string; message: string };

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
  return new Set(['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`));
}

/** Null: let it in. The rules are the same for every path. */
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
  return refuse(421, 'unknown_host', 'This address is not one that Countersign answers to.');
}

function inspectTarget(target: string): Refusal | null {
  if (!target.startsWith('/') || target.startsWith('//') || target.includes('\\')) {
    return refuse(400, 'bad_target', 'The request’s target is not a path.');
  }
  if (target.startsWith('/_next/image')) return refuse(404, 'not_found', 'There is nothing here.');
  return null;
}

/**
 * A change must come from our own pages. Browsers say where a request comes from in `Origin` and `Sec-Fetch-Site`; other
 * ports of this machine are "same-site" and still strangers. A client that sends neither is no browser.
 */
function inspectOrigin({ method, headers }: RequestFacts, hosts: ReadonlySet<string>): Refusal | null {
  const isSafe = method === 'GET' || method === 'HEAD';
  if (isSafe) return null;
  if (!['POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) {
    return refuse(405, 'method_not_allowed', 'This method is not allowed.');
  }
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isForeignOrigin = origin !== undefined && !isOwnOrigin(origin, hosts);
  if (isForeignOrigin || (site !== undefined && site !== 'same-origin')) {
    return refuse(403, 'cross_origin', 'Changes are accepted from Countersign’s own pages only.');
  }
  const [type] = (headers['content-type'] ?? '').split(';');
  if (type?.trim().toLowerCase() !== 'application/json') {
    return refuse(415, 'unsupported_media_type', 'Send JSON, with the content type application/json.');
  }
  return null;
}

function isOwnOrigin(origin: string, hosts: ReadonlySet<string>): boolean {
  return origin.startsWith('http://') && hosts.has(origin.slice('http://'.length).toLowerCase());
}

function inspectDeclaredBody({ headers }: RequestFacts): Refusal | null {
  const declared = headers['content-length'];
  return declared !== undefined && Number(declared) > maxBodyBytes ? tooLarge : null;
}

export const tooLarge: Refusal = refuse(413, 'too_large', 'The body is larger than 1 MB.');

function refuse(status: number, code: string, message: string): Refusal {
  return { status, code, message };
}

/** Headers that only a proxy or the framework itself may set: from outside they are lies. */
export function isForgeable(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    lower === 'forwarded' ||
    lower === 'x-real-ip' ||
    lower === 'content-security-policy' ||
    lower === 'x-nonce' ||
    ['x-forwarded-', 'x-middleware-', 'x-invoke-', 'x-nextjs-', 'x-matched-', 'x-now-'].some((prefix) =>
      lower.startsWith(prefix),
    )
  );
}
