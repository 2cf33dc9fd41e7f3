import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiToken, ApiTokenStore } from '../db/ports/api-token-store.port';
import { noNotices } from '../db/ports/notices.port';
import type { Session, SessionStore } from '../db/ports/session-store.port';
import { localActor, scriptActor } from '../domain/actor';
import { createApiToken } from './api-token';
import { type Credentials, createDoor, type Door } from './door';
import { deriveOwnerToken } from './owner-token';
import { createSecret, hashSecret } from './secret-text';

let clock: Date;
let door: Door;
let rows: Map<string, Session>;
let reads: number;
let tokens: Map<string, ApiToken>;
/** Lists the times that the store was told of a use of a token. */
let uses: Date[];
const key = randomBytes(32);
let number = 1;
/** These people may not come in. */
const away = new Set<string>();
/** Each note of a use waits for this, as it waits for another writer. */
let writing: Promise<void>;

/** Keeps rows in memory as the store keeps them in the database. */
function memorySessions(): SessionStore {
  const links = new Map<string, { expiresAt: Date; isUsed: boolean }>();
  return {
    addLink: async ({ codeHash, expiresAt }) => void links.set(codeHash, { expiresAt, isUsed: false }),
    async redeem(codeHash, { tokenHash, ...opened }, now) {
      const link = links.get(codeHash);
      if (!link) return { problem: 'unknown' };
      if (link.isUsed) return { problem: 'used' };
      if (now >= link.expiresAt) return { problem: 'expired' };
      link.isUsed = true;
      const session: Session = {
        id: `ses_${rows.size}`,
        actorId: localActor.id,
        createdAt: now,
        lastSeenAt: now,
        ...opened,
      };
      rows.set(tokenHash, session);
      return { session };
    },
    async open(actorId, { tokenHash, ...opened }, now) {
      const session: Session = {
        id: `ses_${rows.size}`,
        actorId,
        createdAt: now,
        lastSeenAt: now,
        ...opened,
      };
      rows.set(tokenHash, session);
      return session;
    },
    async find(tokenHash) {
      reads += 1;
      return rows.get(tokenHash) ?? null;
    },
    list: async () => [...rows.values()],
    touch: async (id, at) => {
      await writing;
      for (const session of rows.values()) if (session.id === id) session.lastSeenAt = at;
    },
    async remove(_, which) {
      const isMeant = ({ id }: Session) => ('id' in which ? id === which.id : id !== which.allBut);
      const found = [...rows].filter(([, session]) => isMeant(session));
      for (const [tokenHash] of found) rows.delete(tokenHash);
      return found.length;
    },
    forgetOver: async () => {},
    ownerTokenNumber: async () => number,
  };
}

/** Keeps tokens in memory as the store keeps them in the database. */
function memoryTokens(): ApiTokenStore {
  return {
    add: async ({ tokenHash, ...token }) => !!tokens.set(tokenHash, token),
    find: async (tokenHash) => tokens.get(tokenHash) ?? null,
    list: async () => [...tokens.values()],
    touch: async (id, at) => {
      await writing;
      uses.push(at);
      for (const token of tokens.values()) if (token.id === id) token.lastUsedAt = at;
    },
    remove: async (_, id) => {
      const [tokenHash] = [...tokens].find(([, token]) => token.id === id) ?? [];
      return tokenHash !== undefined && tokens.delete(tokenHash);
    },
  };
}

beforeEach(() => {
  tokens = new Map();
  uses = [];
  clock = new Date('2026-11-28T12:00:00Z');
  rows = new Map();
  reads = 0;
  number = 1;
  away.clear();
  writing = Promise.resolve();
  door = createDoor({
    profile: 'local',
    sessions: memorySessions(),
    apiTokens: memoryTokens(),
    actors: { find: async (id) => (id === localActor.id ? localActor : null) },
    ownerKey: () => key,
    ownerTokenNumber: async () => number,
    cookiePort: () => 3000,
    isSecure: false,
    ownerByToken: scriptActor,
    mayEnter: async ({ id }) => !away.has(id),
    now: () => clock,
    notices: noNotices,
  });
});

const nothing: Credentials = { cookie: null, authorization: null, key: null };
const passMs = (ms: number) => {
  clock = new Date(clock.getTime() + ms);
};

function makeWritesWait(): () => void {
  let goOn = () => {};
  writing = new Promise((resolve) => {
    goOn = resolve;
  });
  return () => goOn();
}

/** Opens a link and returns what the browser has afterwards. */
async function letIn(): Promise<Credentials> {
  const redeemed = await door.redeem(await door.makeCode(localActor.id), 'Firefox');
  if ('problem' in redeemed) throw new Error(redeemed.problem);
  const pageKey = /^\/#key=([\w-]{43})$/.exec(redeemed.location)?.[1] ?? '';
  return { ...nothing, cookie: redeemed.cookie.split(';', 1)[0] ?? '', key: pageKey };
}

describe('the door', () => {
  it('lets in the browser that opened a link, and nobody without a session or a token', async () => {
    const browser = await letIn();
    expect((await door.identify(browser))?.actor).toEqual(localActor);
    const strangers: Credentials[] = [
      nothing,
      { ...nothing, cookie: `countersign_3000=${createSecret()}` },
      { ...nothing, cookie: browser.cookie?.replace('3000', '3001') ?? null },
      { ...nothing, authorization: `Bearer ${createSecret()}` },
      { ...nothing, authorization: 'Bearer null' },
      { ...nothing, key: browser.key },
    ];
    for (const stranger of strangers) expect(await door.identify(stranger)).toBeNull();
  });

  it('opens for a link once, and not after ten minutes', async () => {
    const code = await door.makeCode(localActor.id);
    expect(await door.redeem(code, '')).toHaveProperty('cookie');
    expect(await door.redeem(code, '')).toEqual({ problem: 'used' });
    const late = await door.makeCode(localActor.id);
    passMs(10 * 60 * 1_000);
    expect(await door.redeem(late, '')).toEqual({ problem: 'expired' });
    for (const odd of ['', 'null', createSecret()])
      expect(await door.redeem(odd, '')).toEqual({ problem: 'unknown' });
  });

  it('lets a cookie alone change nothing, because another port may have seen it', async () => {
    const browser = await letIn();
    const visitor = await door.identify(browser);
    if (!visitor) throw new Error('The browser is outside');
    expect(door.mayChange(visitor, browser)).toBe(true);
    for (const wrong of [null, '', createSecret(), browser.cookie?.split('=')[1] ?? ''])
      expect(door.mayChange(visitor, { ...browser, key: wrong })).toBe(false);
    const other = await letIn();
    expect(door.mayChange(visitor, { ...browser, key: other.key })).toBe(false);
  });

  it('closes for a browser that was signed out: here at once, and elsewhere within five seconds', async () => {
    const [here, elsewhere] = [await letIn(), await letIn()];
    const visitor = await door.identify(here);
    await door.identify(elsewhere);
    if (!visitor?.session) throw new Error('The browser is outside');
    await door.signOut(localActor.id, { id: visitor.session.id }, localActor);
    expect(await door.identify(here)).toBeNull();
    expect(await door.identify(elsewhere)).not.toBeNull();
    rows.clear();
    passMs(5_000);
    expect(await door.identify(elsewhere)).toBeNull();
  });

  it.each([
    ['the browser was signed out', () => door.signOut(localActor.id, { allBut: null }, localActor)],
    ['the person was removed', async () => void away.add(localActor.id)],
  ])('looks up again what was found before %s', async (_what, change) => {
    const browser = await letIn();
    passMs(6 * 60 * 1_000);
    const goOn = makeWritesWait();
    const waiting = door.identify(browser);
    await setImmediate();
    await change();
    door.forget();
    goOn();
    expect(await waiting).toBeNull();
    expect(await door.identify(browser)).toBeNull();
  });

  it('closes for a browser after 400 days, also for one that came every day', async () => {
    const browser = await letIn();
    for (let day = 1; day < 400; day += 1) {
      passMs(24 * 3_600_000);
      expect(await door.identify(browser)).not.toBeNull();
    }
    passMs(24 * 3_600_000);
    expect(await door.identify(browser)).toBeNull();
  });

  it('asks the database once for many requests of one browser', async () => {
    const browser = await letIn();
    for (let request = 0; request < 100; request += 1) await door.identify(browser);
    expect(reads).toBe(1);
  });

  it('lets in a program with the token of the owner, as the owner by a script, until the token changes', async () => {
    const program = { ...nothing, authorization: `Bearer ${deriveOwnerToken(key, 1)}` };
    const visitor = await door.identify(program);
    expect(visitor).toEqual({ actor: scriptActor, session: null });
    expect(visitor && door.mayChange(visitor, program)).toBe(true);
    number = 2;
    expect(await door.identify(program)).toBeNull();
  });

  it('takes a request with a wrong token for a stranger, whatever cookie comes with it', async () => {
    const browser = await letIn();
    expect(await door.identify({ ...browser, authorization: 'Bearer wrong' })).toBeNull();
    expect(await door.identify({ ...browser, authorization: `Bearer ${createSecret()}` })).toBeNull();
  });

  describe('and an API token', () => {
    function issue(lastsMs: number): { program: Credentials; token: ApiToken } {
      const secret = createApiToken();
      const token: ApiToken = {
        id: `tok_${tokens.size}`,
        actorId: localActor.id,
        name: 'Nightly',
        scope: 'start',
        createdAt: clock,
        expiresAt: new Date(clock.getTime() + lastsMs),
        lastUsedAt: null,
      };
      tokens.set(hashSecret(secret), token);
      return { program: { ...nothing, authorization: `Bearer ${secret}` }, token };
    }

    it('let in its person with its scope, without a key, until it ends', async () => {
      const { program } = issue(1_000);
      const visitor = await door.identify(program);
      expect(visitor).toEqual({ actor: { ...localActor, scope: 'start' }, session: null });
      expect(visitor && door.mayChange(visitor, program)).toBe(true);
      passMs(999);
      expect(await door.identify(program)).not.toBeNull();
      passMs(1);
      expect(await door.identify(program)).toBeNull();
    });

    it('part when it is revoked: here at once, and elsewhere within five seconds', async () => {
      const [here, elsewhere] = [issue(60_000), issue(60_000)];
      for (const { program } of [here, elsewhere]) await door.identify(program);
      await door.revokeToken(localActor.id, here.token.id, localActor);
      expect(await door.identify(here.program)).toBeNull();
      tokens.clear();
      passMs(5_000);
      expect(await door.identify(elsewhere.program)).toBeNull();
    });

    it('part when it is revoked while its use is noted', async () => {
      const { program, token } = issue(60_000);
      const goOn = makeWritesWait();
      const waiting = door.identify(program);
      await setImmediate();
      await door.revokeToken(localActor.id, token.id, localActor);
      goOn();
      expect(await waiting).toBeNull();
      expect(await door.identify(program)).toBeNull();
    });

    it('note its use at most every five minutes', async () => {
      const { program } = issue(5 * 60 * 60 * 1_000);
      const start = clock;
      for (let minute = 0; minute < 12; minute += 1) {
        await door.identify(program);
        passMs(60_000);
      }
      const minutes = uses.map((at) => (at.getTime() - start.getTime()) / 60_000);
      expect(minutes).toEqual([0, 6]);
    });

    it('take nothing that only looks like one, and no token as a cookie', async () => {
      const { program } = issue(60_000);
      const secret = program.authorization?.slice('Bearer '.length) ?? '';
      const odd: Credentials[] = [
        ...[createApiToken(), secret.slice(3), `cs_${secret}`, `${secret}x`, secret.toUpperCase()].map(
          (text) => ({
            ...nothing,
            authorization: `Bearer ${text}`,
          }),
        ),
        { ...nothing, authorization: secret },
        { ...nothing, cookie: `countersign_3000=${secret}` },
      ];
      for (const credentials of odd) expect(await door.identify(credentials)).toBeNull();
    });
  });
});
