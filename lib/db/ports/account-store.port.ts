import type { Account, OneTimeCode, OneTimeCodeKind, Passkey } from '../../domain/account';
import type { Actor } from '../../domain/actor';
import type { RoleName } from '../../domain/role';
import type { ActorId, OneTimeCodeId, SessionId } from '../../shared/ids';
import type { JsonObject } from '../../shared/json';

export type Person = Account & { name: string; role: RoleName; lastSeenAt: Date | null };
export type NewPerson = Pick<Account, 'actorId' | 'email' | 'passwordHash' | 'providerId'> & {
  name: string;
  role: RoleName;
};

/** A change that would leave the team without an admin is refused. */
export type PersonChange = 'done' | 'unknown' | 'last_admin' | 'not_allowed';

/**
 * Keeps who is in the team and how they sign in. Each change is an entry of the audit log, in its transaction.
 */
export interface AccountStore {
  /** Tells whether the first owner exists. */
  hasOwner(): Promise<boolean>;
  /** Makes the person of the local profile the first owner, who keeps everything. Of many at once, one succeeds. */
  addOwner(owner: Omit<NewPerson, 'actorId' | 'role'>): Promise<boolean>;
  /** Uses the invitation up and adds the person, or does neither. */
  join(codeHash: string, person: Omit<NewPerson, 'email' | 'role'>, now: Date): Promise<JoinOutcome>;
  /**
   * Does the same with the invitation of this address, for a provider that has verified it. Somebody whose name
   * another person has is called by the address.
   */
  joinByEmail(email: string, person: Omit<NewPerson, 'email' | 'role'>, now: Date): Promise<JoinOutcome>;
  /** Lists the team by name. */
  list(): Promise<readonly Person[]>;
  find(actorId: ActorId): Promise<Person | null>;
  findByEmail(email: string): Promise<Person | null>;
  /** Reads what a sign-in compares. It takes as long for an address that nobody has. */
  findCredentials(email: string): Promise<Pick<Account, 'actorId' | 'passwordHash'> | null>;
  findByProvider(providerId: string): Promise<Person | null>;
  /** Returns false when another person has or had this name. */
  rename(actorId: ActorId, name: string, by: Actor): Promise<boolean>;
  changeRole(actorId: ActorId, role: RoleName, by: Actor): Promise<PersonChange>;
  /** Signs every browser of the person out. Returns false when there is no such person. */
  signOut(actorId: ActorId, by: Actor): Promise<boolean>;
  /** Removes account, passkeys, sessions, tokens and links. What the person did stays theirs. */
  remove(actorId: ActorId, by: Actor): Promise<PersonChange>;
  /**
   * Sets a password and signs every browser of the person out but the one with the session `keep`. Does nothing and
   * returns false when that session has ended, or when the password (null: none) is no longer the checked one.
   */
  setPassword(actorId: ActorId, passwordHash: string, by: Actor, checked: Checked): Promise<boolean>;
  /**
   * Uses a reset link up, sets the password and signs every browser of the person out, or does nothing of it.
   */
  resetPassword(codeHash: string, passwordHash: string, now: Date): Promise<JoinOutcome>;
  /** Does nothing when somebody has this place at the provider, or the person no longer has the checked one. */
  linkProvider(actorId: ActorId, place: NewPlace, providerName: string, by: Actor): Promise<void>;

  /**
   * Adds a code, and forgets codes that ended long ago. An invitation replaces an open one of the same address,
   * and a reset link one of the same person. Invitations and reset links are entries of the audit log. Returns
   * null when the person who makes such a link was removed or has another role by now.
   */
  addCode(code: NewCode, by: Actor): Promise<OneTimeCodeId | null>;
  /** Reads a code without using it. `now` is this moment, unless it is given. */
  findCode(codeHash: string, kind: OneTimeCodeKind, now?: Date): Promise<FoundCode>;
  /** Uses a code up. However many try at once, one succeeds. */
  takeCode(codeHash: string, kind: OneTimeCodeKind, now: Date): Promise<FoundCode>;
  /** Lists unused invitations, the newest first. */
  listInvitations(): Promise<readonly OneTimeCode[]>;
  withdrawInvitation(id: string, by: Actor): Promise<boolean>;

  passkeys(actorId: ActorId): Promise<readonly Passkey[]>;
  findPasskey(id: string): Promise<Passkey | null>;
  /** Returns false when the person has `most` passkeys, or when the key is known already. */
  addPasskey(passkey: Omit<Passkey, 'lastUsedAt'>, most: number, by: Actor): Promise<boolean>;
  /** Notes a use. Returns false when the counter did not grow: somebody copied the key. */
  notePasskeyUse(id: string, counter: number, at: Date): Promise<boolean>;
  removePasskey(actorId: ActorId, id: string, by: Actor): Promise<boolean>;

  /**
   * Counts a try before its password is checked, so that tries at once do not go past the limit. Returns for how
   * many more milliseconds no password of this address is tried, or 0.
   */
  countTry(emailHash: string, now: Date): Promise<number>;
  /** A right password ends the count. */
  forgetFailures(emailHash: string): Promise<void>;
}

type Checked = { checkedHash: string | null; keep: SessionId | null };
type NewPlace = { providerId: string; checkedId: string | null };

export type NewCode = {
  codeHash: string;
  kind: OneTimeCodeKind;
  data: JsonObject;
  expiresAt: Date;
};
export type CodeProblem = 'used' | 'expired' | 'unknown';
export type FoundCode = { code: OneTimeCode } | { problem: CodeProblem };
export type JoinOutcome = { person: Person } | { problem: CodeProblem | 'email_taken' | 'name_taken' };
