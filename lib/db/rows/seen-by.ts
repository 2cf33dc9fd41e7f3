import type { Reader } from '../../domain/reader';
import type { Prisma } from '../generated/client';

/**
 * These conditions select what a reader sees. Each read of conversations and of what belongs to them takes one,
 * so that no use case can forget it. A null reader is the server itself, which sees everything.
 */

/** Selects conversations. One whose privacy cannot be read counts as private. */
export function seenBy(reader: Pick<Reader, 'ids'> | null): Prisma.ConversationWhereInput {
  return reader ? { OR: [{ isPrivate: false }, { createdById: { in: [...reader.ids] } }] } : {};
}

/** Selects requests of conversations that the reader sees. A request whose conversation is lost is seen. */
export function inSeen(reader: Reader | null): Prisma.ApprovalWhereInput {
  return reader ? { NOT: { conversation: { NOT: seenBy(reader) } } } : {};
}

/** Selects the pending requests that the reader may sign, as `isSignable` says it. */
export function signableBy(reader: Reader | null): Prisma.ApprovalWhereInput {
  if (!reader) return {};
  const { ids, signs, seesForeignRequests } = reader;
  if (!signs) return nothing;
  return {
    risk: { in: [...signs.risks] },
    AND: [
      { OR: [{ signerRole: null }, { signerRole: { in: [...signs.roles] } }] },
      { OR: [{ barredSignerId: null }, { barredSignerId: { notIn: [...ids] } }] },
      signs.reach === 'own' ? { run: { startedById: { in: [...ids] } } } : {},
      seesForeignRequests ? {} : inSeen(reader),
    ],
  };
}

/** Selects the pending requests that the reader sees and may not sign. */
export function signableByOthers(reader: Reader | null): Prisma.ApprovalWhereInput {
  return reader ? { AND: [inSeen(reader), { NOT: signableBy(reader) }] } : nothing;
}

const nothing = { id: { in: [] } };

/** Tells whether the reader sees a conversation of this private owner, or of none (`findPrivateOwner`). */
export const isSeenOwner = (reader: Reader | null, privateOwner: string | null): boolean =>
  reader === null || privateOwner === null || (reader.ids as readonly string[]).includes(privateOwner);
