import { localActor } from '../domain/actor';
import type { ActorId } from '../shared/ids';
import type { Access } from './access';

/** The roles, and the kinds of access that each has. */
export const accessByRole = {
  owner: ['read', 'operate', 'sign', 'administer'],
} as const satisfies Record<string, readonly Access[]>;

export type Role = keyof typeof accessByRole;

/** Everyone a request can come from. The system actor has no role: it never sends a request. */
const roleByActor: ReadonlyMap<ActorId, Role> = new Map([[localActor.id, 'owner']]);

/** Null: an unknown actor, who has no access. */
export function findRole(actorId: ActorId): Role | null {
  return roleByActor.get(actorId) ?? null;
}
