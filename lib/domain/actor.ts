import type { ActorId } from '../shared/ids';
import type { TokenScope } from './token-scope';

/**
 * A person who sends requests, or the server itself. Rows and events hold only the id of who did something,
 * and people see the name that the actor has now.
 */
export type Actor = {
  id: ActorId;
  name: string;
  /** `lib/policy/roles` says what each role may do. An actor with another role has no access. */
  role: string;
  /** The person's API token sent the request, and reaches only this far. */
  scope?: TokenScope;
};

/** Returns the name of an actor, for a person to read. */
export type NameOf = (id: ActorId) => string;

/** This is the one person of the local profile, and the first owner of a team. The first start stores it. */
export const localActor: Actor = { id: 'usr_local', name: 'You', role: 'admin' };

/** A program that reads the owner's token acts as this person. Only somebody who can read the data folder can. */
export const scriptActor: Actor = { id: 'usr_script', name: 'You, by a script', role: 'admin' };

/**
 * In a team, the owner’s token looks after accounts and settings, and a signature is a person’s. So a program
 * with it is nobody’s: it reads nothing that a person keeps private.
 */
export const caretakerActor: Actor = { id: 'usr_caretaker', name: 'Owner’s token', role: 'caretaker' };

/** Somebody who has not signed in yet sends requests to the door of a team's server as this one. */
export const strangerActor: Actor = { id: 'usr_stranger', name: 'Somebody', role: 'stranger' };

/** Tells whether the actor is a person, and no program. */
export const isPerson = ({ id }: Actor): boolean => id !== scriptActor.id && id !== caretakerActor.id;

/**
 * Tells whether the same person stands behind both actors. The owner's script is the owner: it neither counts
 * as a second signature nor as somebody who did not start the run.
 */
export const isSamePerson = (one: ActorId, other: ActorId): boolean => toPerson(one) === toPerson(other);

/** Returns the person behind an actor: whose browsers and tokens the owner's script looks after, too. */
export const toPerson = (id: ActorId): ActorId => (id === scriptActor.id ? localActor.id : id);

/** Lists the ids of everyone who is the same person as this actor. */
export const namesakesOf = (id: ActorId): readonly ActorId[] =>
  isSamePerson(id, localActor.id) ? [localActor.id, scriptActor.id] : [id];

/** The server is the actor of everything that the loop and recovery do. It never sends a request. */
export const systemActor: Actor = { id: 'usr_system', name: 'Countersign', role: 'system' };
