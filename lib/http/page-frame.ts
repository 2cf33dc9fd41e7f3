import { log } from '../logging/log';
import type { Action } from '../policy/access';
import { AppError } from '../shared/app-error';
import { type Admitted, admit, type Gate } from './admit';

type PageOptions = {
  /** Names the action of the page. The viewer needs the access that `lib/policy/access` names for it. */
  action: Action;
  /** The page's address names this thing. */
  object: { id: string } | null;
};

/**
 * Makes the frame of every page that is drawn with data, as `createRouteFrame` does for routes. The frame
 * answers null when the viewer may not see the data, or when it cannot read them. The browser then asks for
 * the same data again and shows the error.
 */
export function createPageFrame<Services>(
  open: () => Promise<Gate<Services>>,
  readHeaders: () => Promise<Headers>,
) {
  return async function readForPage<Data>(
    { action, object }: PageOptions,
    read: (admitted: Admitted<Services>) => Promise<Data>,
  ): Promise<Data | null> {
    const headers = await readHeaders();
    try {
      return await read(await admit(await open(), headers, action, object?.id ?? null));
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'A page could not be drawn with its data');
      return null;
    }
  };
}
