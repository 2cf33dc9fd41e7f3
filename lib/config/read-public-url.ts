import { isLoopbackName } from '../network/loopback-names';

/**
 * Reads the address that people open when a proxy or a tunnel is in front, and returns its origin. Returns null
 * for anything else, and without TLS beyond this machine, where the network would see the cookies.
 */
export function readPublicUrl(text: string): string | null {
  const origin = readOrigin(text);
  if (origin === null) return null;
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || isLoopbackName(hostname) ? origin : null;
}

/** Reads an http or https address. Returns its origin, or null for one with a path, a query or a password. */
export function readOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, href } = new URL(text);
  if (href !== `${origin}/` || text.trim().endsWith('?') || text.trim().endsWith('#')) return null;
  return protocol === 'https:' || protocol === 'http:' ? origin : null;
}
