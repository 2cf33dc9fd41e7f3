import type { Actor } from '../domain/actor';
import type { Action } from '../policy/access';
import { type ActionObject, type Authorize, describeDenial } from '../policy/authorize';
import { AppError } from '../shared/app-error';
import type { SessionId } from '../shared/ids';

/** Holds the parts of the running app that the frames of routes and pages need. */
export type Gate<Services> = {
  profile: 'local' | 'team';
  /** Returns the services for a request of this actor. Their stores hold only what the actor sees. */
  servicesFor(actor: Actor): Promise<Services>;
  /** Returns who sent a request with these headers, or null when the app knows nobody by them. */
  identify(headers: Headers): Promise<Visitor | null>;
  authorize: Authorize;
  /** Finds who owns the thing with this id, if the actor sees it. See `ActionObject`. */
  findOwned(id: string, actor: Actor): ReturnType<ActionObject['find']>;
  /**
   * Passes a request on to the server of this name, which alone has the files that it needs. Returns null when
   * this server has no way to it. Throws `workspace_unavailable` when the other one does not answer.
   */
  passOn(request: Request, body: string | null, server: string): Promise<Response | null>;
  /** Tells whether the actor still sees the thing with this id, for streams, which last. */
  sees(actor: Actor, id: string): Promise<boolean>;
};

/** Somebody who was let in. A program has no session. */
export type Visitor = { actor: Actor; session: { id: SessionId } | null };

export type Admitted<Services> = Visitor & { services: Services };

/** Finds out who asks and whether they may do it. Throws `unauthenticated` or `forbidden`. */
export async function admit<Services>(
  gate: Gate<Services>,
  headers: Headers,
  action: Action,
  id: string | null,
): Promise<Admitted<Services>> {
  const visitor = await findAllowed(gate, headers, action, id);
  return { services: await gate.servicesFor(visitor.actor), ...visitor };
}

/** Does the same for somebody who needs no services. */
export async function findAllowed(
  { identify, authorize, findOwned }: Pick<Gate<never>, 'identify' | 'authorize' | 'findOwned'>,
  headers: Headers,
  action: Action,
  id: string | null,
): Promise<Visitor> {
  const visitor = await identify(headers);
  if (!visitor) throw new AppError('unauthenticated', 'Sign in to continue.');
  const { actor, session } = visitor;
  const object = id === null ? null : { id, find: () => findOwned(id, actor) };
  if (!(await authorize(actor, action, object)))
    throw new AppError('forbidden', await describeDenial(authorize, actor, action, object));
  return { actor, session };
}
