/**
 * Ids carry a prefix that says what they name, followed in hexadecimal by the time in milliseconds (48 bits) and 80 random bits. What is
 * made together is together in an index, so that a commit writes few of its pages.
 */
type Id<Prefix extends string> = `${Prefix}_${string}`;

export type ConversationId = Id<'cnv'>;
export type RunId = Id<'run'>;
export type CallId = Id<'call'>;
export type ApprovalId = Id<'apr'>;
export type ActorId = Id<'usr'>;
/** Names one exception, on the screen and in the log. */
export type ErrorId = Id<'err'>;

export function createId<Prefix extends string>(prefix: Prefix): Id<Prefix> {
  let random = '';
  for (const byte of takeRandomBytes(10)) random += hexadecimal[byte];
  return `${prefix}_${Date.now().toString(16).padStart(12, '0')}${random}`;
}

const pool = new Uint8Array(1_000);
let taken = pool.length;

/** From the platform's generator, which is asked for many at once: it takes as long for ten. Each byte is given once. */
function takeRandomBytes(count: number): Uint8Array {
  if (taken + count > pool.length) {
    crypto.getRandomValues(pool);
    taken = 0;
  }
  taken += count;
  return pool.subarray(taken - count, taken);
}

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The shape of every id made by `createId`; anything else from a browser is "not found", never an error. */
export function isId<Prefix extends string>(prefix: Prefix, text: string): text is Id<Prefix> {
  return new RegExp(`^${prefix}_[0-9a-f]{32}$`).test(text);
}
