import type { Reader } from '../../domain/reader';
import { isOpenTo } from '../../domain/workspace';
import type { Prisma } from '../generated/client';
import type { ConversationPlace } from '../ports/run-reader.port';

/**
 * These conditions select what a reader sees. Each read of conversations and of what belongs to them takes one,
 * so that no use case can forget it. A null reader is the server itself, which sees everything.
 */

/** Selects conversations. One whose privacy cannot be read counts as private. */
export function seenBy(reader: Pick<Reader, 'ids' | 'workspaces'> | null): Prisma.ConversationWhereInput {
  if (!reader) return {};
  const isOwn = { createdById: { in: [...reader.ids] } };
  return { AND: [{ OR: [{ isPrivate: false }, isOwn] }, inWorkspaceOf(reader)] };
}

/** Selects conversations of workspaces that the reader is in, as `isOpenTo` says it. */
function inWorkspaceOf({
  ids,
  workspaces,
}: Pick<Reader, 'ids' | 'workspaces'>): Prisma.ConversationWhereInput {
  if (!workspaces) return {};
  const isLeft = { workspaceId: { notIn: [...workspaces.configured] }, createdById: { in: [...ids] } };
  return { OR: [{ workspaceId: { in: [...workspaces.open] } }, isLeft] };
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
      seesForeignRequests ? inWorkspacesOf(reader) : inSeen(reader),
    ],
  };
}

/** Selects the pending requests that the reader sees and may not sign. */
export function signableByOthers(reader: Reader | null): Prisma.ApprovalWhereInput {
  return reader ? { AND: [inSeen(reader), { NOT: signableBy(reader) }] } : nothing;
}

/** Selects requests that the reader has approved, in whatever state of their target. */
export function signedBy(reader: Reader | null): Prisma.ApprovalWhereInput {
  return reader
    ? { decisions: { some: { decision: 'approve', actorId: { in: [...reader.ids] } } } }
    : nothing;
}

/** Selects requests of the reader's workspaces. */
function inWorkspacesOf(reader: Reader): Prisma.ApprovalWhereInput {
  return reader.workspaces ? { NOT: { conversation: { NOT: inWorkspaceOf(reader) } } } : {};
}

const nothing = { id: { in: [] } };

/**
 * Tells whether the reader sees the conversation of this place (`RunReader.findPlace`). One that is lost is
 * seen.
 */
export function isSeenPlace(reader: Reader | null, place: ConversationPlace | null): boolean {
  if (reader === null || place === null) return true;
  return isInWorkspaceOf(reader, place) && !isKeptFrom(reader, place);
}

/** Tells whether the reader is in the workspace of this place. */
export const isInWorkspaceOf = ({ ids, workspaces }: Reader, place: ConversationPlace): boolean =>
  workspaces === null ||
  isOpenTo(workspaces, ids, { workspaceId: place.workspaceId, ownerId: place.createdById });

/** Tells whether someone else keeps the conversation private. What cannot be read counts as private. */
export function isKeptFrom({ ids }: Reader, { isPrivate, createdById }: ConversationPlace): boolean {
  const isOpen = ([false, 0] as unknown[]).includes(isPrivate);
  return !isOpen && !(ids as readonly string[]).includes(createdById);
}
