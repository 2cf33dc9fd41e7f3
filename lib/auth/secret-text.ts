import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes a secret of 256 random bits that a cookie, a header and an address can carry. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** Rows hold this SHA-256 (hexadecimal), so that a reader of the database gets no secret. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Compares in a time that says nothing about where two texts differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(expected)));
}
