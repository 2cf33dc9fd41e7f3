import type { ActorId } from '../shared/ids';

/**
 * Says who did something. Everything that happens carries an actor; a run's own events carry the `system`
 * actor.
 */
export type Actor = { id: ActorId; name: string };

/** The local profile has this one person. Accounts bring more. */
export const localActor: Actor = { id: 'usr_local', name: 'You' };

/** The server itself is the actor of everything that the loop and recovery do. */
export const systemActor: Actor = { id: 'usr_system', name: 'Countersign' };
