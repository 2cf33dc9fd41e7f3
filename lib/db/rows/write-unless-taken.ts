import { Prisma } from '../generated/client';
import type { Database } from '../ports/database';

/** Prisma reports these codes for a taken unique key, and for a transaction that lost against another one. */
const conflictCodes = ['P2002', 'P2034'];
const maxAttempts = 10;

/** The work of a transaction throws this when its unique key is taken. */
export class KeyTaken extends Error {}

type TransactionParameters = Parameters<Parameters<Database['write']>[0]>;

/**
 * Runs a transaction that looks for a row and inserts it if there is none. When another transaction inserts
 * it in between, the unique key refuses this one. `work` then runs again and finds the row. This holds
 * however many transactions the database runs at a time. Throws the conflict after 10 attempts.
 */
export async function writeUnlessTaken<T>(
  { write }: Pick<Database, 'write'>,
  work: (...parameters: TransactionParameters) => Promise<T>,
  options?: Parameters<Database['write']>[1],
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write(work, options);
    } catch (error) {
      if (!isConflict(error) || attempt === maxAttempts) throw error;
    }
  }
}

function isConflict(error: unknown): boolean {
  if (error instanceof KeyTaken) return true;
  return error instanceof Prisma.PrismaClientKnownRequestError && conflictCodes.includes(error.code);
}
