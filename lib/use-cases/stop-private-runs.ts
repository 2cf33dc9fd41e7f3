import { namesakesOf } from '../domain/actor';
import type { Services } from './services';
import { stopRun } from './steer-run';

const pageSize = 50;

/** `services` see everything: nobody else sees, and so stops, what a removed person left running in private. */
export function createStopPrivateRuns(
  services: Pick<Services, 'conversations' | 'runs' | 'live' | 'actors' | 'dispatcher' | 'askDriverToStop'>,
): Services['stopPrivateRuns'] {
  return async (ownerId, actor) => {
    const startedBy = namesakesOf(ownerId);
    let cursor: string | null = null;
    do {
      const query = { search: null, cursor, limit: pageSize, isActive: true, startedBy };
      const page: Awaited<ReturnType<typeof services.conversations.list>> =
        await services.conversations.list(query);
      for (const { isPrivate, activeRunId } of page.items)
        if (isPrivate && activeRunId) await stopRun(services, actor, { runId: activeRunId });
      cursor = page.nextCursor;
    } while (cursor !== null);
  };
}
