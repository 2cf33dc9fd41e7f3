import {
  DatabaseUnavailable,
  isDatabaseFault,
  type UnavailableReason,
} from '../ports/database-unavailable.port';

type Coded = {
  code?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
  meta?: { code?: unknown; driverAdapterError?: unknown };
};

/** PostgreSQL reports these codes when a transaction lost against another one. It stored nothing. */
const conflictCodes = new Set(['40001', '40P01', 'P2034']);

/** Maps SQLSTATEs (their beginnings), the codes of sockets and of Prisma, and the kinds of Prisma's adapter. */
const reasonsByCode: readonly [prefix: string, reason: UnavailableReason][] = [
  ['40001', 'crowded'],
  ['40P01', 'crowded'],
  ['P2034', 'crowded'],
  ['08', 'unreachable'],
  ['57P', 'unreachable'],
  ['ECONN', 'unreachable'],
  ['ENOTFOUND', 'unreachable'],
  ['EAI_AGAIN', 'unreachable'],
  ['EHOSTUNREACH', 'unreachable'],
  ['EHOSTDOWN', 'unreachable'],
  ['ENETUNREACH', 'unreachable'],
  ['ENETDOWN', 'unreachable'],
  ['EADDRNOTAVAIL', 'unreachable'],
  ['EMFILE', 'unreachable'],
  ['CERT_', 'unreachable'],
  ['ETIMEDOUT', 'unreachable'],
  ['ENOENT', 'unreachable'],
  ['EPIPE', 'unreachable'],
  ['P1001', 'unreachable'],
  ['P1002', 'unreachable'],
  ['P1008', 'unreachable'],
  ['P1017', 'unreachable'],
  // A raw statement reports these alone.
  ['DatabaseNotReachable', 'unreachable'],
  ['ConnectionClosed', 'unreachable'],
  ['SocketTimeout', 'unreachable'],
  ['TooManyConnections', 'no_connection'],
  ['P2037', 'no_connection'],
  ['53300', 'no_connection'],
  ['53100', 'full'],
  ['53', 'interrupted'],
  ['57014', 'interrupted'],
  ['55P03', 'interrupted'],
  ['25P03', 'interrupted'],
  ['25P04', 'interrupted'],
  ['28', 'refused'],
  ['3D000', 'refused'],
  ['P1000', 'refused'],
  ['P1003', 'refused'],
  ['P1010', 'refused'],
  ['25006', 'standby'],
  ['58030', 'io_error'],
  ['XX001', 'io_error'],
  ['XX002', 'io_error'],
];

/** Prisma names a connection that broke in these words, and gives them no code, when it runs our own SQL. */
const reasonsByKind: Record<string, UnavailableReason> = {
  ConnectionClosed: 'unreachable',
  DatabaseNotReachable: 'unreachable',
  SocketTimeout: 'unreachable',
  TooManyConnections: 'no_connection',
};

/** The driver and its pool throw these without a code. */
const reasonsByMessage: readonly [message: RegExp, reason: UnavailableReason][] = [
  [/^Connection terminated|^Client was closed|connection error and is not queryable/, 'unreachable'],
  [
    /timeout exceeded when trying to connect|Unable to start a transaction in the given time/,
    'no_connection',
  ],
  [/Cannot use a pool after calling end/, 'closed'],
];

/** A connection that existed broke in these ways. Others failed before anything was sent. */
const brokenCodes = [
  '08',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'P1008',
  'P1017',
  'ConnectionClosed',
  'SocketTimeout',
];
const brokenMessage = /^Connection terminated/;

/**
 * Tells whether a prepared statement has other columns than its connection knows, because a newer build has
 * changed the table. It ran nothing. It fails on this connection for good.
 */
export const isStalePlan = (error: unknown): boolean =>
  listCodes(error).includes('0A000') &&
  listChain(error).some(({ message }) => /cached plan must not change/.test(String(message)));

/** Tells whether the transaction may run again at once. */
export const isConflict = (error: unknown): boolean =>
  listCodes(error).some((code) => conflictCodes.has(code));

/** Returns PostgreSQL's own code (SQLSTATE), or that of the socket. Returns null when there is none. */
export const readCode = (error: unknown): string | null => listCodes(error).at(-1) ?? null;

/**
 * Turns an error of the driver, or of Prisma's adapter for it, into `DatabaseUnavailable`. Returns null when
 * the error is about the statement and not about the server.
 */
export function toUnavailable(error: unknown, access: 'write' | 'read'): DatabaseUnavailable | null {
  if (isDatabaseFault(error)) return error instanceof DatabaseUnavailable ? error : null;
  const codes = [...listCodes(error), ...listKinds(error)];
  const [, byCode] = reasonsByCode.find(([prefix]) => codes.some((code) => code.startsWith(prefix))) ?? [];
  const chain = listChain(error);
  const byKind = chain.map(({ kind }) => reasonsByKind[String(kind)]).find(Boolean);
  const messages = chain.map(({ message }) => String(message ?? ''));
  const [, byMessage] = reasonsByMessage.find(([words]) => messages.some((text) => words.test(text))) ?? [];
  const reason = byCode ?? byKind ?? byMessage;
  // A connection for reads refuses writes too, and that is a bug.
  if (reason === 'standby' && access === 'read') return null;
  if (!reason) return null;
  const isBroken =
    brokenCodes.some((prefix) => codes.some((code) => code.startsWith(prefix))) ||
    messages.some((text) => brokenMessage.test(text));
  return new DatabaseUnavailable(reason, access, error, { mayBeSaved: access === 'write' && isBroken });
}

/** Lists the codes of an error and of what it wraps, from the outside in. */
function listCodes(error: unknown): string[] {
  return listChain(error).flatMap(({ code, originalCode }) =>
    [code, originalCode].filter((one): one is string => typeof one === 'string'),
  );
}

/** Lists the kinds that Prisma's adapter gives errors without a code. */
function listKinds(error: unknown): string[] {
  return listChain(error)
    .map(({ kind }) => kind)
    .filter((one): one is string => typeof one === 'string');
}

/** Lists an error and what it wraps. */
function listChain(error: unknown, depth = 0): (Coded & { originalCode?: unknown; kind?: unknown })[] {
  if (typeof error !== 'object' || error === null || depth > 5) return [];
  const { cause, meta, errors } = error as Coded;
  const inner = [cause, meta, meta?.driverAdapterError, ...(Array.isArray(errors) ? errors : [])];
  return [error as Coded, ...inner.flatMap((one) => listChain(one, depth + 1))];
}
