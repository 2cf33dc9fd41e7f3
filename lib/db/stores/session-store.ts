import { describeBrowser } from '../../domain/describe-browser';
import { type ActorId, createId } from '../../shared/ids';
import type { Database } from '../ports/database';
import type { Session, SessionStore } from '../ports/session-store.port';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { readPart, readRow, refuseRow } from '../rows/read-row';
import { type Client, readRows, readWhole } from '../rows/sound-rows';
import { storedRows } from '../rows/stored-rows';

const dayMs = 24 * 60 * 60 * 1_000;
/** A browser keeps the cookie for 400 days. */
const sessionDays = 401;
const maxDeviceLength = 300;

export function createSessionStore({ read, write }: Database): SessionStore {
  return {
    addLink: (link) =>
      write(async ({ signInLink }) => {
        await signInLink.create({ data: { ...link, createdAt: new Date(), usedAt: null } });
      }),
    redeem: (codeHash, { device, ...hashes }, now) =>
      write(async ({ signInLink, session }) => {
        const link = await signInLink.findUnique({ where: { codeHash } });
        if (!link) return { problem: 'unknown' };
        if (link.usedAt !== null) return { problem: 'used' };
        // A time that cannot be read has passed.
        if (!(link.expiresAt.getTime() > now.getTime())) return { problem: 'expired' };
        const where = { codeHash, usedAt: null };
        const { count } = await signInLink.updateMany({ where, data: { usedAt: now } });
        if (count === 0) return { problem: 'used' };
        const data = toRow(link.actorId as ActorId, { device, ...hashes }, now);
        return { session: toSession(await session.create({ data })) };
      }),
    open: (actorId, { checkedHash, ...opened }, now) =>
      write(async ({ account, session }) => {
        const found = await account.findUnique({ where: { actorId }, select: { passwordHash: true } });
        if (!found || (checkedHash !== undefined && checkedHash !== found.passwordHash)) return null;
        return toSession(await session.create({ data: toRow(actorId, opened, now) }));
      }),
    async find(tokenHash) {
      const where = { tokenHash };
      const row = await readWhole('Session', {}, read.session.findUnique({ where }));
      return row && toSession(row);
    },
    async list(actorId) {
      const orderBy = [{ lastSeenAt: 'desc' as const }, { id: 'asc' as const }];
      return (await readRows(read, 'Session', { where: { actorId }, orderBy }, toSession)).items;
    },
    touch: (id, lastSeenAt) =>
      write(async ({ session }) => {
        await session.updateMany({ where: { id }, data: { lastSeenAt } });
      }),
    remove: (actorId, which, by) =>
      write(async (transaction) => {
        const others = 'id' in which ? { id: which.id } : which.allBut && { id: { not: which.allBut } };
        const where = { actorId, ...others };
        const { items } = await readRows(transaction, 'Session', { where }, toSession);
        const { count } = await transaction.session.deleteMany({ where });
        for (const { id, device } of items) {
          const change = {
            kind: 'browser_signed_out',
            objectId: id,
            subject: describeBrowser(device),
          } as const;
          await appendAuditEntry(transaction, by, change);
        }
        return count;
      }),
    ownerTokenNumber: () => readNumber(read),
    forgetOver: (now) =>
      write(async ({ signInLink, session }) => {
        const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
        await signInLink.deleteMany({ where: { expiresAt: { lt: daysAgo(1) } } });
        await session.deleteMany({ where: { createdAt: { lt: daysAgo(sessionDays) } } });
      }),
  };
}

type Opened = { tokenHash: string; keyHash: string; device: string };

function toRow(actorId: ActorId, { device, ...hashes }: Opened, now: Date) {
  const session = { id: createId('ses'), actorId, createdAt: now, lastSeenAt: now };
  return { ...session, ...hashes, device: device.slice(0, maxDeviceLength).toWellFormed() };
}

const key = 'owner_token';
const where = { key };
const storedValue = storedRows.Setting.pick({ valueJson: true });

/** Without a number that can be read, no earlier token counts: a damaged row has a number of its own. */
async function readNumber(client: Client<'Setting'>): Promise<number> {
  const { items, damaged } = await readRows(client, 'Setting', { where }, (row) => {
    const { valueJson } = readPart('Setting', storedValue, row);
    return 'ownerToken' in valueJson ? valueJson.ownerToken : refuseRow('Setting', key, 'it has no number');
  });
  return damaged.length > 0 ? 0 : (items[0] ?? 1);
}

function toSession(row: object): Session {
  const { tokenHash: _, ...session } = readRow('Session', row);
  return session;
}
