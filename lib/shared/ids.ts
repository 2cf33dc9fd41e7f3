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
  const bytes = crypto.getRandomValues(new Uint8Array(10));
  let random = '';
  for (const byte of bytes) random += hexadecimal[byte];
  return `${prefix}_${Date.now().toString(16).padStart(12, '0')}${random}`;
}

const hexadecimal = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The shape of every id made by `createId`; anything else from a browser is "not found", never an error. */
export function isId<Prefix extends string>(prefix: Prefix, text: string): text is Id<Prefix> {
  return new RegExp(`^${prefix}_[0-9a-f]{32}$`).test(text);
}
