import type { Actor } from '../domain/actor';
import type { ActorId } from '../shared/ids';
import { type Access, type Action, accessByAction } from './access';
import { builtInRoles, type Reach, type Roles } from './roles';

/** Says who started a thing, and the workspace folder that it works in. */
export type Owned = { ownerId: ActorId; folder: string };

/**
 * The request's path names this thing. `find` reads who owns it, and returns null if nobody does, or if there is
 * no such thing. Only a role that reaches its own things asks for it.
 */
export type ActionObject = { id: string; find(): Promise<Owned | null> };

/**
 * Tells whether this actor may do this. The frames ask before every use case, also before reads. A null object
 * means a list, or a thing that does not exist yet. Throws only what `find` throws.
 */
export type Authorize = (actor: Actor, action: Action, object: ActionObject | null) => Promise<boolean>;

/** An actor who may not do something reads this. */
export const noPermission = 'You don’t have permission to do this.';

/** Denies an actor with an unknown role, and an unknown action. */
export function createAuthorize(roles: Roles = builtInRoles): Authorize {
  return async (actor, action, object) => {
    if (!Object.hasOwn(accessByAction, action)) return false;
    const reach = findReach(roles, actor, accessByAction[action]);
    if (reach !== 'own') return reach === 'any';
    const found = object && (await object.find());
    return found === null || found.ownerId === actor.id;
  };
}

/**
 * Tells whether this actor may sign for the calls of a run that `ownerId` starts. A use case asks it where a
 * signature is part of another action: the consent to the plan of a direct workflow.
 */
export function maySign(actor: Actor, ownerId: ActorId, roles: Roles = builtInRoles): boolean {
  const reach = findReach(roles, actor, 'sign');
  return reach === 'any' || (reach === 'own' && ownerId === actor.id);
}

function findReach(roles: Roles, { role }: Actor, access: Access): Reach | null {
  return (Object.hasOwn(roles, role) && roles[role]?.[access]) || null;
}
