import { isIP } from 'node:net';

/** Passkeys belong to a host, and its pages have one origin. */
export type PasskeyPlace = { host: string; origin: string };

/**
 * Returns where passkeys work: at the public address, or else at localhost. Returns null when that address is an
 * IP address, because browsers have no passkeys there.
 */
export function findPasskeyPlace(address: string): PasskeyPlace | null {
  const { hostname, origin } = new URL(address);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? { host: hostname, origin } : null;
}

/** Tells whether passkeys work for a page of this host, which is the request’s `Host` header. */
export function hasPasskeysAt(place: PasskeyPlace | null, host: string | null): boolean {
  return place !== null && host !== null && new URL(place.origin).host === host.toLowerCase();
}
