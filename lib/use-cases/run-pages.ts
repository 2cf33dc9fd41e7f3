import type { DamagedRow } from '../db/damaged-row.port';
import type { RunSize } from '../db/run-store.port';
import type { Run } from '../domain/run';
import { nextCursor } from '../shared/cursor';
import type { ConversationId } from '../shared/ids';
import type { Services } from './services';
import { countOnPage, maxRunsInPage } from './views/run-page';

type Runs = Pick<Services, 'runs'>;
/** `runs`: oldest first. `earlierCursor`: of the page before it. */
type RunPage = { runs: (Run | DamagedRow)[]; earlierCursor: string | null };

/** The latest runs behind the cursor that fit on a page. */
export async function loadRunPage(
  { runs }: Runs,
  conversationId: ConversationId,
  cursor: string | null,
): Promise<RunPage> {
  const sizes = await runs.sizeUp(conversationId, { cursor, limit: maxRunsInPage + 1 });
  const page = await runs.listOfConversation(conversationId, { cursor, limit: countOnPage(sizes) });
  if (page.length >= sizes.length) return { runs: page, earlierCursor: null };
  // By id: a run that came between the two readings is the latest one, and moves the oldest one to the next page.
  const places = new Map(sizes.map(({ place }) => [place?.id, place]));
  const shown = page.map(({ id }) => places.get(id) ?? null);
  return { runs: page, earlierCursor: nextCursor(cursor, shown.reverse()) };
}

/** The cursors of this page and of all before it, without reading a run. */
export async function findRunPages(
  { runs }: Runs,
  conversationId: ConversationId,
  from: string | null,
): Promise<string[]> {
  const cursors: string[] = [];
  for (let cursor = from; cursor !== null; ) {
    cursors.push(cursor);
    const sizes: RunSize[] = await runs.sizeUp(conversationId, { cursor, limit: maxRunsInPage + 1 });
    const shown = sizes.slice(0, countOnPage(sizes)).map(({ place }) => place);
    cursor = shown.length < sizes.length ? nextCursor(cursor, shown) : null;
  }
  return cursors;
}
