import type { ActorId, OneTimeCodeId } from '../shared/ids';
import type { JsonObject } from '../shared/json';
import type { RoleName } from './role';

/** Lists what a one-time code is for. Rows hold these names: never change one. */
export const oneTimeCodeKinds = ['invitation', 'reset', 'provider', 'passkey'] as const;
export type OneTimeCodeKind = (typeof oneTimeCodeKinds)[number];

/** A person of the team who signs in. `Actor` has the name and the role. */
export type Account = {
  actorId: ActorId;
  /** The address as it was typed. */
  email: string;
  /** This is scrypt with its parameters and salt. Null means that the person has no password. */
  passwordHash: string | null;
  /** Names the person at the OpenID provider: the issuer, a space and the subject. */
  providerId: string | null;
  createdAt: Date;
};

export type Passkey = {
  /** This is the credential's id, base64url. */
  id: string;
  actorId: ActorId;
  name: string;
  /** This is base64url (COSE). */
  publicKey: string;
  counter: number;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** A secret that works once, until it ends. Rows hold its hash. */
export type OneTimeCode = {
  id: OneTimeCodeId;
  kind: OneTimeCodeKind;
  data: JsonObject;
  createdBy: ActorId;
  createdAt: Date;
  expiresAt: Date;
};

/** An invitation holds this as its data. */
export type Invited = { email: string; role: RoleName };
/** A reset link holds this as its data. */
export type Resetting = { actorId: ActorId; email: string };

/** Two addresses are the same when their lower-case forms are. */
export const toEmailKey = (email: string): string => email.toLowerCase();
