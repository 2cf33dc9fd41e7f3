/**
 * Cookies do not tell ports apart, so the name does: another program on this machine cannot overwrite it by
 * chance.
 */
export const cookieName = (port: number): string => `countersign_${port}`;

/**
 * Browsers keep a cookie for at most 400 days. No visit renews it: after that, a person signs in again. A copy of
 * it does not count any longer, either.
 */
const maxAgeSeconds = 400 * 24 * 60 * 60;
export const sessionLastsMs = maxAgeSeconds * 1_000;

/** Builds a cookie that scripts cannot read and that no other site makes a browser send. */
export function toSetCookie(token: string, { port, isSecure }: { port: number; isSecure: boolean }): string {
  const parts = [
    `${cookieName(port)}=${token}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
  ];
  return [...parts, ...(isSecure ? ['Secure'] : [])].join('; ');
}

/**
 * Reads the session's token from a `Cookie` header. Returns null when it is missing, is sent twice with
 * different values, or is no token.
 */
export function readSessionToken(header: string | null | undefined, port: number): string | null {
  return readCookieSecret(header, cookieName(port));
}

/** Reads a secret of ours from the cookie of this name, or returns null as above. */
export function readCookieSecret(header: string | null | undefined, name: string): string | null {
  const found = (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
  const [token] = found;
  if (token === undefined || found.some((other) => other !== token)) return null;
  return /^[\w-]{43}$/.test(token) ? token : null;
}
