import { createHmac } from 'node:crypto';
import { isSameSecret } from './secret-text';

/**
 * Derives the owner's token from the key that encrypts saved secrets, and a number in the database. So it
 * lasts, is the same for every server with that key, and changes with the number.
 */
export function deriveOwnerToken(key: Buffer, number: number): string {
  return createHmac('sha256', key).update(`countersign owner token ${number}`).digest('base64url');
}

/** Derives what makes the first owner of a team in the same way. */
export function deriveSetupSecret(key: Buffer, number: number): string {
  return createHmac('sha256', key).update(`countersign setup secret ${number}`).digest('base64url');
}

/** Derives what servers of one database know each other by. It says nothing about a person. */
export function deriveServerToken(key: Buffer): string {
  return createHmac('sha256', key).update('countersign between servers').digest('base64url');
}

/** Reads the token of an `Authorization: Bearer` header, or returns null. */
export function readBearerToken(header: string | null | undefined): string | null {
  return /^Bearer +((?:cs_)?[\w-]{43})$/i.exec(header ?? '')?.[1] ?? null;
}

export const isOwnerToken = (given: string, key: Buffer, number: number): boolean =>
  isSameSecret(given, deriveOwnerToken(key, number));
