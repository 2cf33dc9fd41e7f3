import type { ApiTokenStore } from '../db/ports/api-token-store.port';
import type { Notices } from '../db/ports/notices.port';
import type { Session, SessionStore } from '../db/ports/session-store.port';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import type { ActorId } from '../shared/ids';
import { shareMoment } from '../shared/share-moment';
import { isApiToken } from './api-token';
import { deriveServerToken, isOwnerToken, readBearerToken } from './owner-token';
import { createSecret, hashCredential, hashSecret, isSameSecret } from './secret-text';
import { readSessionToken, sessionLastsMs, toSetCookie } from './session-cookie';

/** A page sends the key of its address in this header with every change. */
export const keyHeader = 'x-countersign-key';

/** A server that passes a request on to another one says with this header that it has let the client in. */
export const serverHeader = 'x-countersign-server';

/** Somebody who was let in, and how. */
export type Visitor = { actor: Actor; session: Session | null };

/** The parts of a request that say who sends it. */
export type Credentials = {
  cookie: string | null;
  authorization: string | null;
  /** This is the value of `keyHeader`. */
  key: string | null;
};

export type Door = {
  /** Finds out who sends a request. Returns null for a stranger. */
  identify(credentials: Credentials): Promise<Visitor | null>;
  /**
   * Tells whether a visitor may change something with this request. A cookie alone never may, because another
   * port of this machine may have seen it.
   */
  mayChange(visitor: Visitor, credentials: Credentials): boolean;
  /** Tells whether another server of this database passed a request on, with this value of `serverHeader`. */
  isFromServer(token: string): boolean;
  /** Uses up the code of a link. Returns where the browser goes with which cookie, or why it stays outside. */
  redeem(code: string, device: string): Promise<Redeemed>;
  /**
   * Opens a session for somebody who signed in. Returns the cookie, and the key that the page keeps and sends with
   * every change. Throws `forbidden` when the account changed since its password (`checkedHash`) was compared.
   */
  letIn(actorId: ActorId, device: string, checkedHash?: string): Promise<{ cookie: string; key: string }>;
  /** Forgets at once, on each server, who was let in, because people or their sessions changed. */
  forget(): void;
  /** Makes the code of a link that lets one browser of this person in, once, within ten minutes. */
  makeCode(actorId: ActorId): Promise<string>;
  /** Signs browsers of this person out, at once on each server. Returns how many there were. */
  signOut: SessionStore['remove'];
  /** Revokes an API token of this person, at once on each server. Returns false when there is none. */
  revokeToken: ApiTokenStore['remove'];
};

export type Redeemed = { location: string; cookie: string } | { problem: 'used' | 'expired' | 'unknown' };

type Parts = {
  profile: 'local' | 'team';
  sessions: SessionStore;
  apiTokens: ApiTokenStore;
  actors: { find(id: ActorId): Promise<Actor | null> };
  /** The key that encrypts saved secrets, or null while it cannot be read. */
  ownerKey: () => Buffer | null;
  /** Changes the owner's token. */
  ownerTokenNumber: () => Promise<number>;
  /** The cookie's name carries this port. Servers behind one address have the same. */
  cookiePort: () => number;
  isSecure: boolean;
  /** Who a program with the owner's token is. */
  ownerByToken: Actor;
  /** Tells whether this person comes in at all. In the local profile only the owner does. */
  mayEnter: (actor: Actor) => Promise<boolean>;
  now: () => Date;
  /** Servers of one database tell each other to forget who was let in. */
  notices: Pick<Notices, 'listen' | 'send'>;
};

type FindByHash = (tokenHash: string) => Promise<{ visitor: Visitor; endsMs: number } | null>;

export const linkLastsMs = 10 * 60 * 1_000;
/** A command beside the server may sign people out, and a message may be lost. The promise is five seconds. */
const rememberMs = 2_000;
/** A list of browsers is at most this old. Each note is a write. */
const seenAgainMs = 5 * 60 * 1_000;
const maxRemembered = 1_000;
/** Servers call what they remember of people by this name. */
const keptName = 'let in';

export function createDoor(parts: Parts): Door {
  const { profile, sessions, apiTokens, actors, ownerKey, cookiePort, isSecure, now, notices } = parts;
  const hash = (secret: string) => hashCredential(profile, secret);
  const ownerTokenNumber = shareMoment(parts.ownerTokenNumber);
  const findActor = async (id: ActorId) => {
    const actor = await actors.find(id);
    return actor && (await parts.mayEnter(actor)) ? actor : null;
  };
  const createKeys = () => {
    const [token, key] = [createSecret(), createSecret()];
    const cookie = toSetCookie(token, { port: cookiePort(), isSecure });
    return { cookie, key, hashes: { tokenHash: hash(token), keyHash: hashSecret(key) } };
  };
  const remembered = new Map<string, { visitor: Visitor; untilMs: number }>();
  let forgets = 0;
  const forgetHere = () => {
    forgets += 1;
    remembered.clear();
  };
  const forget = () => {
    forgetHere();
    notices.send('kept', keptName);
  };
  notices.listen('kept', (changed) => {
    if (changed === keptName) forgetHere();
  });

  /** Remembers for a moment whom `find` finds by the hash of a secret, until the secret ends. */
  const findByHash = async (tokenHash: string, find: FindByHash): Promise<Visitor | null> => {
    const known = remembered.get(tokenHash);
    if (known && now().getTime() < known.untilMs) return known.visitor;
    remembered.delete(tokenHash);
    const forgetsBefore = forgets;
    const found = await find(tokenHash);
    // What was read may be from before the change.
    if (forgets !== forgetsBefore) return findByHash(tokenHash, find);
    if (found === null) return null;
    const { visitor, endsMs } = found;
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(tokenHash, { visitor, untilMs: Math.min(now().getTime() + rememberMs, endsMs) });
    return visitor;
  };
  const isLongAgo = (last: Date | null) => last === null || now().getTime() - last.getTime() > seenAgainMs;
  const findBySession: FindByHash = async (tokenHash) => {
    const session = await sessions.find(tokenHash);
    const actor = session && (await findActor(session.actorId));
    if (!session || !actor) return null;
    const endsMs = session.createdAt.getTime() + sessionLastsMs;
    if (!(now().getTime() < endsMs)) return null;
    if (isLongAgo(session.lastSeenAt)) await sessions.touch(session.id, now());
    return { visitor: { actor, session }, endsMs };
  };
  const findByApiToken: FindByHash = async (tokenHash) => {
    const token = await apiTokens.find(tokenHash);
    // An end that cannot be read has passed.
    if (!token || !(now().getTime() < token.expiresAt.getTime())) return null;
    const actor = await findActor(token.actorId);
    if (!actor) return null;
    if (isLongAgo(token.lastUsedAt)) await apiTokens.touch(token.id, now());
    const visitor = { actor: { ...actor, scope: token.scope }, session: null };
    return { visitor, endsMs: token.expiresAt.getTime() };
  };
  const findByOwnerToken = async (token: string): Promise<Visitor | null> => {
    const key = ownerKey();
    if (key === null || !isOwnerToken(token, key, await ownerTokenNumber())) return null;
    return { actor: parts.ownerByToken, session: null };
  };

  return {
    async identify({ cookie, authorization }) {
      // A request that names a token is that token's, whatever cookie comes with it.
      if (authorization !== null) {
        const token = readBearerToken(authorization);
        if (token === null) return null;
        return isApiToken(token) ? findByHash(hash(token), findByApiToken) : findByOwnerToken(token);
      }
      const token = readSessionToken(cookie, cookiePort());
      return token === null ? null : findByHash(hash(token), findBySession);
    },
    mayChange: ({ session }, { key }) =>
      session === null || (key !== null && hashSecret(key) === session.keyHash),
    isFromServer(token) {
      const key = ownerKey();
      return key !== null && isSameSecret(token, deriveServerToken(key));
    },
    async redeem(code, device) {
      const { cookie, key, hashes } = createKeys();
      const redeemed = await sessions.redeem(hashSecret(code), { ...hashes, device }, now());
      if ('problem' in redeemed) return redeemed;
      // No server gets the fragment of an address, and no referrer has it.
      return { location: `/#key=${key}`, cookie };
    },
    async letIn(actorId, device, checkedHash) {
      const { cookie, key, hashes } = createKeys();
      const session = await sessions.open(actorId, { device, checkedHash, ...hashes }, now());
      if (!session) throw new AppError('forbidden', 'This account has changed. Sign in again.');
      return { cookie, key };
    },
    forget,
    async makeCode(actorId) {
      const code = createSecret();
      const expiresAt = new Date(now().getTime() + linkLastsMs);
      await sessions.addLink({ codeHash: hashSecret(code), actorId, expiresAt });
      await sessions.forgetOver(now());
      return code;
    },
    async signOut(actorId, which, by) {
      const count = await sessions.remove(actorId, which, by);
      forget();
      return count;
    },
    async revokeToken(actorId, id, by) {
      const isRevoked = await apiTokens.remove(actorId, id, by);
      forget();
      return isRevoked;
    },
  };
}
