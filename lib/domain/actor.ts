import type { ActorId } from '../shared/ids';

/** Who did it. Everything that happens carries one; a run's own events carry the `system` actor. */
export type Actor = { id: ActorId; name: string };

/** The one person of the local profile. Accounts bring more. */
export const localActor: Actor = { id: 'usr_local', name: 'You' };

/** The server itself: what the loop and recovery did. */
export const systemActor: Actor = { id: 'usr_system', name: 'Countersign' };
