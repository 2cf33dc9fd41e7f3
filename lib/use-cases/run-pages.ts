import { fillIn, type Listed } from '../db/ports/listed.port';
import type { RunSize } from '../db/ports/run-reader.port';
import { nextCursor } from '../domain/cursor';
import type { Run } from '../domain/run';
import type { ConversationId } from '../shared/ids';
import type { Services } from './services';
import { countOnPage, maxRunsInPage } from './views/run-page';

type Runs = Pick<Services, 'runs'>;
/**
 * Where the latest run has no readable place, nobody can say whether another one came. So the tries are
 * limited.
 */
const mostTries = 3;
/** `runs` begins with the oldest. `earlierCursor` leads to the page before this one. */
type RunPage = { runs: Listed<Run>; earlierCursor: string | null };

/** Loads the latest runs before the cursor that fit on a page. */
export async function loadRunPage(
  { runs }: Runs,
  conversationId: ConversationId,
  cursor: string | null,
): Promise<RunPage> {
  for (let tries = 1; ; tries += 1) {
    const sizes = await runs.listSizes(conversationId, { cursor, limit: maxRunsInPage + 1 });
    const shown = sizes.slice(0, countOnPage(sizes));
    const page = await runs.listOfConversation(conversationId, { cursor, limit: Math.max(shown.length, 1) });
    const ids = fillIn<string>({ ...page, items: page.items.map(({ id }) => id) }, ({ id }) => id);
    // A run that came between the two reads takes the place of the oldest one.
    const isOvertaken = ids.at(-1) !== sizes[0]?.place?.id;
    if (isOvertaken && tries < mostTries) continue;
    return { runs: page, earlierCursor: toEarlier(cursor, sizes, shown) };
  }
}

function toEarlier(
  cursor: string | null,
  sizes: readonly RunSize[],
  shown: readonly RunSize[],
): string | null {
  const places = shown.map(({ place }) => place);
  return shown.length < sizes.length ? nextCursor(cursor, places) : null;
}

/** Lists the cursors of this page and of all before it, without reading a run. */
export async function findRunPages(
  { runs }: Runs,
  conversationId: ConversationId,
  from: string | null,
): Promise<string[]> {
  const cursors: string[] = [];
  for (let cursor = from; cursor !== null; ) {
    cursors.push(cursor);
    const sizes = await runs.listSizes(conversationId, { cursor, limit: maxRunsInPage + 1 });
    cursor = toEarlier(cursor, sizes, sizes.slice(0, countOnPage(sizes)));
  }
  return cursors;
}
