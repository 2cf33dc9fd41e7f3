import type { Actor } from '../domain/actor';
import type { Action } from '../policy/access';
import { type ActionObject, type Authorize, describeDenial } from '../policy/authorize';
import { AppError } from '../shared/app-error';
import type { SessionId } from '../shared/ids';

/** Holds the parts of the running app that the frames of routes and pages need. */
export type Gate<Services> = {
  services: Services;
  profile: 'local' | 'team';
  /** Returns who sent a request with these headers, or null when the app knows nobody by them. */
  identify(headers: Headers): Promise<Visitor | null>;
  authorize: Authorize;
  /** Finds who owns the thing with this id. See `ActionObject`. */
  findOwned(id: string): ReturnType<ActionObject['find']>;
};

/** Somebody who was let in. A program has no session. */
export type Visitor = { actor: Actor; session: { id: SessionId } | null };

export type Admitted<Services> = Visitor & { services: Services };

/** Finds out who asks and whether they may do it. Throws `unauthenticated` or `forbidden`. */
export async function admit<Services>(
  { services, identify, authorize, findOwned }: Gate<Services>,
  headers: Headers,
  action: Action,
  id: string | null,
): Promise<Admitted<Services>> {
  const visitor = await identify(headers);
  if (!visitor) throw new AppError('unauthenticated', 'Sign in to continue.');
  const object = id === null ? null : { id, find: () => findOwned(id) };
  const { actor, session } = visitor;
  if (!(await authorize(actor, action, object))) throw new AppError('forbidden', describeDenial(actor));
  return { services, actor, session };
}
