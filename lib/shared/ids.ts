/**
 * An id has a prefix that says what it names, then in hexadecimal the time in milliseconds (48 bits) and 80
 * random bits. So rows that are created together are together in an index, and a commit writes few of its
 * pages. A request for approval has 128 random bits: nobody guesses the id of what others may sign.
 */
type Id<Prefix extends string> = `${Prefix}_${string}`;

export type ConversationId = Id<'cnv'>;
export type RunId = Id<'run'>;
export type CallId = Id<'call'>;
export type ApprovalId = Id<'apr'>;
export type ActorId = Id<'usr'>;
export type AuditEntryId = Id<'aud'>;
export type SessionId = Id<'ses'>;
export type ApiTokenId = Id<'tok'>;
export type OneTimeCodeId = Id<'otc'>;
/** Names one exception, on the screen and in the log. */
export type ErrorId = Id<'err'>;

export function createId<Prefix extends string>(prefix: Prefix): Id<Prefix> {
  let random = '';
  for (const byte of takeRandomBytes(prefix === 'apr' ? 16 : 10)) random += hexadecimal[byte];
  return `${prefix}_${Date.now().toString(16).padStart(12, '0')}${random}`;
}

const pool = new Uint8Array(1_000);
let taken = pool.length;

/** Asks the platform's generator for many bytes at once, which take as long as ten. It gives each byte once. */
function takeRandomBytes(count: number): Uint8Array {
  if (taken + count > pool.length) {
    crypto.getRandomValues(pool);
    taken = 0;
  }
  taken += count;
  return pool.subarray(taken - count, taken);
}

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Tells whether a text has the shape of an id that `createId` makes, or made in an older build. Any other
 * text from a browser is "not found", never an error.
 */
export function isId<Prefix extends string>(prefix: Prefix, text: string): text is Id<Prefix> {
  return text.startsWith(`${prefix}_`) && isAnyId(text);
}

/** Tells the same of an id with any prefix. */
export function isAnyId(text: string): boolean {
  return /^[a-z]+_[0-9a-f]{32}(?:[0-9a-f]{12})?$/.test(text);
}
