import type { Actor } from '../domain/actor';
import { type Access, type Action, accessByAction } from './access';
import { accessByRole, findRole } from './roles';

/** The thing an action is about, by the id in the path of the request. Null: a list, or a thing that does not exist yet. */
export type ActionObject = { id: string } | null;

/** Whether this actor may do this. Asked before every use case, for reads as well. Pure; must not throw. */
export type Authorize = (actor: Actor, action: Action, object: ActionObject) => boolean;

/** The local person may do everything. An actor without a role and an unknown action are denied. */
export const authorize: Authorize = (actor, action) => {
  const role = findRole(actor.id);
  if (role === null || !Object.hasOwn(accessByAction, action)) return false;
  const granted: readonly Access[] = accessByRole[role];
  return granted.includes(accessByAction[action]);
};
