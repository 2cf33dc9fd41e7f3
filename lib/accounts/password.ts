import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { AppError } from '../shared/app-error';
import { createTurns } from '../shared/turns';

/** One computation takes 34 MB and about 50 ms of a core. These are the parameters of better-auth. */
const cost = { N: 16_384, r: 16, p: 1 };
const maxMemory = 128 * cost.N * cost.r * 2;
const hashBytes = 64;
const saltBytes = 16;
/** Node has four threads for files and for these, so many sign-ins at once would hold up every file. */
const turns = createTurns(2);
/** The last one in line waits about five seconds. */
const mostInLine = 100;
let inLine = 0;

/**
 * Takes a place in the line of passwords while `work` goes on. Throws `too_many_requests` before `work` begins
 * when all places are taken, whoever asks.
 */
export async function takePlace<Result>(work: () => Promise<Result>): Promise<Result> {
  if (inLine >= mostInLine)
    throw new AppError('too_many_requests', 'Too many passwords wait. Try again in 5 seconds.', {
      retryAfterSeconds: 5,
    });
  inLine += 1;
  try {
    return await work();
  } finally {
    inLine -= 1;
  }
}

/**
 * Hashes a password with a new salt. Rows hold the result, which says how it was made. Takes a place in line, or
 * throws `too_many_requests`.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await takePlace(() => derive(password, salt, cost, hashBytes));
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/**
 * Tells whether this is the password of `stored`. Null means that nobody has it: the answer is no, and takes as
 * long as any other. A caller that counts tries takes its place (`takePlace`) first: one that is refused for want
 * of room is no wrong try.
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
