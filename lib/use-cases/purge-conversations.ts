import { systemActor } from '../domain/actor';
import { toOldestKept } from '../domain/retention';
import { findState } from './list-servers';
import type { Services } from './services';

/** A person can undo a deletion for this long. */
const undoMs = 10 * 60_000;
/** A sweep begins to remove at most this many conversations, and one entry of the audit log counts them. */
const mostInSweep = 200;
/** Others work between two steps of this many conversations. */
const mostInStep = 20;

/** Permanently removes conversations that were deleted too long ago to restore. */
export async function purgeConversations({ conversations }: Pick<Services, 'conversations'>): Promise<void> {
  await conversations.purge(restorableSince());
}

const restorableSince = () => new Date(Date.now() - undoMs);

/**
 * Removes, step by step, conversations that were kept for as long as the setting says, and those that were
 * deleted too long ago to restore. Also forgets links and sessions that are over. Of several servers, the one
 * that started first does it. `goesOn` waits between two steps, and resolves to false when the server ends; the
 * next sweep removes the rest.
 */
export async function sweepConversations(
  services: Pick<Services, 'conversations' | 'retention' | 'sessions' | 'servers' | 'installation'>,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  const { conversations, retention, sessions } = services;
  if (!(await isFirstServer(services))) return;
  await sessions.forgetOver(new Date());
  const { keepDays } = await retention.read();
  if (keepDays !== null)
    await retention.beginRemoval(toOldestKept(keepDays, new Date()), mostInSweep, systemActor);
  while ((await conversations.purge(restorableSince(), mostInStep)) > 0) if (!(await goesOn())) return;
}

/** Two servers may both take themselves for the first one for a moment, which does no harm. */
async function isFirstServer({
  servers,
  installation,
}: Pick<Services, 'servers' | 'installation'>): Promise<boolean> {
  const [all, now] = await Promise.all([servers.list(), servers.now()]);
  const first = all.find((server) => findState(server, now) === 'working');
  return first === undefined || first.id === installation.describeServer().id;
}
