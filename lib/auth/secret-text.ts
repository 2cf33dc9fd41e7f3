import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Makes a secret of 256 random bits that a cookie, a header and an address can carry. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** Rows hold this SHA-256 (hexadecimal), so that a reader of the database gets no secret. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/**
 * Hashes the secret of a browser or a program as rows hold it. What was let in under one profile is a stranger
 * under the other: a browser that a link let in would be the first owner of the team, and a browser of a first
 * owner who may only read in the team would sign anything in the local profile.
 */
export const hashCredential = (profile: 'local' | 'team', secret: string): string =>
  hashSecret(profile === 'team' ? `team ${secret}` : secret);

/** Compares in a time that says nothing about where two texts differ. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashSecret(given)), Buffer.from(hashSecret(expected)));
}
