import { isLoopbackName } from '../network/loopback-names';

/**
 * Reads the address that people open when a proxy or a tunnel is in front, and returns its origin. Returns null
 * for anything else: with a path, a query or a password, or without TLS beyond this machine, where the network
 * would see the cookies.
 */
export function readPublicUrl(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, hostname, origin, href } = new URL(text);
  if (href !== `${origin}/` || text.trim().endsWith('?') || text.trim().endsWith('#')) return null;
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && isLoopbackName(hostname));
  return isAllowed ? origin : null;
}
