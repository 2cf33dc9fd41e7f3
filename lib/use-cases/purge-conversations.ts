import type { Services } from './services';

/** A person can undo a deletion for this long. */
const undoMs = 10 * 60_000;

/** Permanently removes conversations that were deleted too long ago to restore. */
export async function purgeConversations({ conversations }: Pick<Services, 'conversations'>): Promise<void> {
  await conversations.purge(new Date(Date.now() - undoMs));
}
