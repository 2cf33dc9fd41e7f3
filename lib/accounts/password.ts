import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { createTurns } from '../shared/turns';

/** One computation takes 34 MB and about 50 ms of a core. These are the parameters of better-auth. */
const cost = { N: 16_384, r: 16, p: 1 };
const maxMemory = 128 * cost.N * cost.r * 2;
const hashBytes = 64;
const saltBytes = 16;
/** Node has four threads for files and for these, so many sign-ins at once would hold up every file. */
const turns = createTurns(2);

/** Hashes a password with a new salt. Rows hold the result, which says how it was made. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await derive(password, salt, cost, hashBytes);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/**
 * Tells whether this is the password of `stored`. Null means that nobody has it: the answer is no, and takes as
 * long as any other.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const read = stored === null ? null : readHash(stored);
  const { salt, hash, ...parameters } = read ?? nobody;
  const given = await derive(password, salt, parameters, hash.length);
  return timingSafeEqual(given, hash) && read !== null;
}

type Parameters = typeof cost;
const nobody = { ...cost, salt: Buffer.alloc(saltBytes), hash: Buffer.alloc(hashBytes, 1) };

function readHash(stored: string): (Parameters & { salt: Buffer; hash: Buffer }) | null {
  const [name, N, r, p, salt = '', hash = ''] = stored.split('$');
  const read = { salt: Buffer.from(salt, 'base64url'), hash: Buffer.from(hash, 'base64url') };
  // A row that somebody changed makes no computation larger.
  const isOurs = name === 'scrypt' && [N, r, p].join() === [cost.N, cost.r, cost.p].join();
  return isOurs && read.hash.length === hashBytes ? { ...cost, ...read } : null;
}

/** The same characters may be encoded in two ways, by two keyboards. */
function derive(password: string, salt: Buffer, parameters: Parameters, bytes: number): Promise<Buffer> {
  const options: ScryptOptions = { ...parameters, maxmem: maxMemory };
  return turns(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, bytes, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
