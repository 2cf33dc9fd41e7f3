import { type Actor, localActor } from '../domain/actor';
import type { ActorId } from '../shared/ids';
import { type Access, type Action, accessByAction } from './access';

/** The thing an action is about, by the id in the path of the request. Null: a list, or a thing that does not exist yet. */
export type ActionObject = { id: string } | null;

/** Whether this actor may do this. Asked before every use case, for reads as well. Pure; must not throw. */
export type Authorize = (actor: Actor, action: Action, object: ActionObject) => boolean;

/** The access of each actor that a request can come from. The system actor has none: it never sends a request. */
const grants: ReadonlyMap<ActorId, ReadonlySet<Access>> = new Map([
  [localActor.id, new Set<Access>(['read', 'operate', 'sign', 'administer'])],
]);

/** The local person may do everything. An unknown actor or action is denied. */
export const authorize: Authorize = (actor, action) =>
  Object.hasOwn(accessByAction, action) && (grants.get(actor.id)?.has(accessByAction[action]) ?? false);
