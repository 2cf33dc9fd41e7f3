import { readCookieSecret } from './session-cookie';

const cookieName = (port: number): string => `countersign_provider_${port}`;
const providerPath = '/api/door/provider';

/** A person signs in at the OpenID provider within ten minutes. */
export const providerVisitLastsMs = 10 * 60 * 1_000;

type Place = { port: number; isSecure: boolean };

/**
 * Builds the cookie that ties a visit to the provider to one browser. A browser sends it along when the provider
 * leads back, because it is Lax, and nowhere else.
 */
export const toProviderCookie = (secret: string, place: Place): string =>
  build(secret, providerVisitLastsMs / 1_000, place);

/** Builds the cookie that ends the visit. */
export const toClearedProviderCookie = (place: Place): string => build('', 0, place);

const build = (value: string, maxAgeSeconds: number, { port, isSecure }: Place) =>
  [
    `${cookieName(port)}=${value}`,
    `Path=${providerPath}`,
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isSecure ? ['Secure'] : []),
  ].join('; ');

/** Reads the secret from a `Cookie` header. Returns null without exactly one. */
export const readProviderCookie = (header: string | null, port: number): string | null =>
  readCookieSecret(header, cookieName(port));
