import type { Actor } from '../../domain/actor';
import type { TokenScope } from '../../domain/token-scope';
import type { ActorId, ApiTokenId } from '../../shared/ids';

/** A program with this token acts as its person, as far as the scope reaches, until the token ends. */
export type ApiToken = {
  id: ApiTokenId;
  actorId: ActorId;
  name: string;
  scope: TokenScope;
  createdAt: Date;
  expiresAt: Date;
  /** This time is at most five minutes late. Null means never. */
  lastUsedAt: Date | null;
};

/** Keeps the tokens of programs. Rows hold hashes, never a token. */
export interface ApiTokenStore {
  /**
   * Adds a token with its entry of the audit log, unless this person already has `most`. Returns whether it
   * did.
   */
  add(token: ApiToken & { tokenHash: string }, most: number, by: Actor): Promise<boolean>;
  /** Finds a token, also one that has ended. */
  find(tokenHash: string): Promise<ApiToken | null>;
  /** Lists the tokens of this person, the newest first. */
  list(actorId: ActorId): Promise<readonly ApiToken[]>;
  /** Notes that a program used the token. */
  touch(id: ApiTokenId, at: Date): Promise<void>;
  /** Removes the token, with an entry of the audit log. Returns false when this person has no such token. */
  remove(actorId: ActorId, id: ApiTokenId, by: Actor): Promise<boolean>;
}
