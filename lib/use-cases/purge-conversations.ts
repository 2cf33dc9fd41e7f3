import type { Services } from './services';

/** How long a deletion can be undone. */
const undoMs = 10 * 60_000;

/** Housekeeping that nobody asks for: removes for good what was deleted too long ago to be brought back. */
export async function purgeConversations({ conversations }: Pick<Services, 'conversations'>): Promise<void> {
  await conversations.purge(new Date(Date.now() - undoMs));
}
