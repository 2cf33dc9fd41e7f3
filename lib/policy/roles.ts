import { localActor } from '../domain/actor';
import type { ActorId } from '../shared/ids';
import type { Access } from './access';

export const accessByRole = {
  owner: ['read', 'operate', 'sign', 'administer'],
} as const satisfies Record<string, readonly Access[]>;

export type Role = keyof typeof accessByRole;

/** Lists everyone who can send a request. The system actor has no role, because it never sends one. */
const roleByActor: ReadonlyMap<ActorId, Role> = new Map([[localActor.id, 'owner']]);

/** Returns null for an unknown actor, who has no access. */
export function findRole(actorId: ActorId): Role | null {
  return roleByActor.get(actorId) ?? null;
}
