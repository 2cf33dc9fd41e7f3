import type { Actor } from '../../domain/actor';
import type { ActorId, SessionId } from '../../shared/ids';

/** Describes a browser that was let in. */
export type Session = {
  id: SessionId;
  actorId: ActorId;
  /** This is the SHA-256 (hexadecimal) of the key that only the page of this address has. */
  keyHash: string;
  /** The browser's own description of itself, shortened. */
  device: string;
  createdAt: Date;
  lastSeenAt: Date;
};

/** `used`, `expired` and `unknown` say why a link lets nobody in. */
export type Redeemed = { session: Session } | { problem: 'used' | 'expired' | 'unknown' };

/** `allBut` null means all. */
export type WhichSessions = { id: SessionId } | { allBut: SessionId | null };

/** Keeps who is let in. Rows hold hashes, never a token, a key or a code. */
export interface SessionStore {
  /** Adds a link that lets one browser in, once, until `expiresAt`. */
  addLink(link: { codeHash: string; actorId: ActorId; expiresAt: Date }): Promise<void>;
  /** Uses up the link and opens the session, or does neither. However many try at once, one gets in. */
  redeem(
    codeHash: string,
    opened: { tokenHash: string; keyHash: string; device: string },
    now: Date,
  ): Promise<Redeemed>;
  /**
   * Opens a session for somebody who signed in. Returns null when their account is gone by now, or has another
   * password than the one that was checked.
   */
  open(
    actorId: ActorId,
    opened: { tokenHash: string; keyHash: string; device: string; checkedHash?: string | undefined },
    now: Date,
  ): Promise<Session | null>;
  find(tokenHash: string): Promise<Session | null>;
  /** Lists the sessions of this person, the last one seen first. */
  list(actorId: ActorId): Promise<readonly Session[]>;
  /** Notes that the browser came back. */
  touch(id: SessionId, at: Date): Promise<void>;
  /**
   * Signs browsers of this person out: one, or all but one. Each one is an entry of the audit log. Returns how
   * many there were.
   */
  remove(actorId: ActorId, which: WhichSessions, by: Actor): Promise<number>;
  /** Returns the number of the owner's token that counts now (`lib/db/upkeep/link-sqlite` changes it). */
  ownerTokenNumber(): Promise<number>;
  /**
   * Removes links that ended a day before, so that one that was just used or late is still explained. Removes
   * sessions that began 401 days before: their browsers have forgotten the cookie.
   */
  forgetOver(now: Date): Promise<void>;
}
