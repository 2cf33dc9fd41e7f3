import type { Actor, NameOf } from '../../domain/actor';
import type { Reader } from '../../domain/reader';
import type { ActorId } from '../../shared/ids';

/** Stores the people who may send requests. */
export interface ActorStore {
  /** Returns null when there is no such person. Throws `damaged_data` when the row cannot be read. */
  find(id: ActorId): Promise<Actor | null>;
  /** Lists everyone whose row can be read. */
  list(): Promise<readonly Actor[]>;
  /** Returns the names that people have now. An actor whose row is lost or damaged is "Someone". */
  names(): Promise<NameOf>;
  /** Adds a person, and gives an existing one only what `always` says. */
  seed(actor: Actor, always?: Partial<Pick<Actor, 'name' | 'role'>>): Promise<void>;
  /**
   * Returns who started the conversation or run with this id, or the run of the request for approval with this
   * id. Returns null for a thing that nobody owns, such as a workflow, for one that does not exist, and for one
   * in a private conversation of someone else, unless it is a request in a run that the reader started.
   */
  findOwner(id: string, reader?: Reader): Promise<ActorId | null>;
}
