import type { Actor } from '../domain/actor';
import { type Access, type Action, accessByAction } from './access';
import { accessByRole } from './roles';

/**
 * The request's path names the thing that an action is about. Null means a list, or a thing that does not
 * exist yet.
 */
export type ActionObject = { id: string } | null;

/**
 * Tells whether this actor may do this. The server asks before every use case, also before reads. It is pure
 * and must not throw.
 */
export type Authorize = (actor: Actor, action: Action, object: ActionObject) => boolean;

/** Denies an actor with an unknown role, and an unknown action. */
export const authorize: Authorize = ({ role }, action) => {
  if (!isKey(accessByRole, role) || !isKey(accessByAction, action)) return false;
  const granted: readonly Access[] = accessByRole[role];
  return granted.includes(accessByAction[action]);
};

function isKey<Table extends object>(table: Table, key: PropertyKey): key is keyof Table {
  return Object.hasOwn(table, key);
}
