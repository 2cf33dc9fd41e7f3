import type { IncomingMessage } from 'node:http';

const names = new Set([
  // Only a proxy may set these. The address of a client is read from the raw headers (`findTruePeer`).
  'forwarded',
  'x-real-ip',
  'x-original-url',
  'x-rewrite-url',
  // The entry sets these two itself.
  'content-security-policy',
  'x-nonce',
  // These belong to the framework. This app has no server actions.
  'next-action',
  'next-resume',
]);
const prefixes = [
  'x-forwarded-',
  'x-middleware-',
  'x-invoke-',
  'x-next',
  'x-matched-',
  'x-now-',
  'x-prerender-',
  'x-action-',
];

/**
 * The development server uses these to connect a page's requests to its debug channel. Without them, the page
 * waits forever.
 */
const developmentNames = new Set(['x-nextjs-request-id', 'x-nextjs-html-request-id']);

/** Says whether only a proxy, the framework or this entry may set the header. From a client it is forged. */
export function isForgeable(name: string, isDevelopment: boolean): boolean {
  const lower = name.toLowerCase();
  if (isDevelopment && developmentNames.has(lower)) return false;
  return names.has(lower) || prefixes.some((prefix) => lower.startsWith(prefix));
}

export function stripForgeableHeaders(
  { headers }: Pick<IncomingMessage, 'headers'>,
  isDevelopment: boolean,
): void {
  for (const name of Object.keys(headers)) if (isForgeable(name, isDevelopment)) delete headers[name];
}
