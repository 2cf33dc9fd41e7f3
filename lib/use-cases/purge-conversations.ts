import type { Services } from './services';

/** How long a deletion can be undone. */
const undoMs = 10 * 60_000;

/** Housekeeping: permanently removes conversations that were deleted too long ago to restore. */
export async function purgeConversations({ conversations }: Pick<Services, 'conversations'>): Promise<void> {
  await conversations.purge(new Date(Date.now() - undoMs));
}
