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

/** Says why a page of this host has no passkeys, and what to do. Null means that it has. */
export function whyNoPasskeys(address: string, host: string | null): string | null {
  const place = findPasskeyPlace(address);
  if (place === null) return whyNowhere(address);
  return hasPasskeysAt(place, host) ? null : `Passkeys only work at ${place.origin}. Open Countersign there.`;
}

/** Says why passkeys work nowhere when the address is an IP address, and what to do. */
export const whyNowhere = (address: string): string =>
  `Passkeys do not work at ${new URL(address).origin}, because it is an IP address. Ask an admin to set PUBLIC_URL to an address with a name.`;
