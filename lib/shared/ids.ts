/** Ids carry a prefix that says what they name, followed by 128 random bits in hexadecimal. */
type Id<Prefix extends string> = `${Prefix}_${string}`;

export type ConversationId = Id<'cnv'>;
export type RunId = Id<'run'>;
export type CallId = Id<'call'>;
export type ApprovalId = Id<'apr'>;
export type ActorId = Id<'usr'>;
/** Names one exception, on the screen and in the log. */
export type ErrorId = Id<'err'>;

export function createId<Prefix extends string>(prefix: Prefix): Id<Prefix> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `${prefix}_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The shape of every id made by `createId`; anything else from a browser is "not found", never an error. */
export function isId<Prefix extends string>(prefix: Prefix, text: string): text is Id<Prefix> {
  return new RegExp(`^${prefix}_[0-9a-f]{32}$`).test(text);
}
