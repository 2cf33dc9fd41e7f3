import {
  type Invited,
  type OneTimeCode,
  type OneTimeCodeKind,
  type Resetting,
  toEmailKey,
} from '../../domain/account';
import { type Actor, isPerson } from '../../domain/actor';
import type { AuditKind } from '../../domain/audit-entry';
import { type ActorId, createId } from '../../shared/ids';
import type { JsonObject } from '../../shared/json';
import type { AccountStore, CodeProblem, FoundCode } from '../ports/account-store.port';
import type { Database, WriteTransaction } from '../ports/database';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { readRow } from '../rows/read-row';
import { type Client, readRows } from '../rows/sound-rows';

const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;
/**
 * A code is forgotten this long after it was made. An admin's link is still explained a month after it ended. A
 * stranger may ask for as many codes of the other kinds as the limits let pass, so those go soon.
 */
const keptMs: Record<OneTimeCodeKind, number> = {
  invitation: 37 * dayMs,
  reset: 31 * dayMs,
  provider: hourMs,
  passkey: hourMs,
};

/** These kinds are links that an admin makes for a person. */
const auditKinds: Partial<Record<OneTimeCodeKind, AuditKind>> = {
  invitation: 'person_invited',
  reset: 'reset_link_made',
};

type Functions = 'addCode' | 'findCode' | 'takeCode' | 'listInvitations' | 'withdrawInvitation';

/** Keeps secrets that work once. */
export function createAccountCodes({ read, write }: Database): Pick<AccountStore, Functions> {
  return {
    addCode: (code, by) =>
      write(async (transaction) => {
        const { kind, data, codeHash, expiresAt } = code;
        const auditKind = auditKinds[kind];
        if (auditKind && !(await isStillInRole(transaction, by))) return null;
        await forgetOldCodes(transaction, new Date());
        if (kind === 'invitation') await replaceInvitation(transaction, toEmailKey(readInvited(data).email));
        if (kind === 'reset') await removeResetLinksOf(transaction, readResetting(data).actorId);
        const id = createId('otc');
        const row = { id, codeHash, kind, expiresAt, dataJson: JSON.stringify(data) };
        await transaction.oneTimeCode.create({
          data: { ...row, createdById: by.id, createdAt: new Date(), usedAt: null },
        });
        if (auditKind) {
          const change = { objectId: id, subject: readEmail(data), after: readInvited(data).role ?? null };
          await appendAuditEntry(transaction, by, { kind: auditKind, ...change });
        }
        return id;
      }),
    findCode: (codeHash, kind, now = new Date()) => findCode(read, codeHash, kind, now),
    takeCode: (codeHash, kind, now) => write((transaction) => spendCode(transaction, codeHash, kind, now)),
    listInvitations: () => readOpen(read, 'invitation'),
    withdrawInvitation: (id, by) =>
      write(async (transaction) => {
        const invitation = (await readOpen(transaction, 'invitation')).find((code) => code.id === id);
        if (!invitation) return false;
        await withdraw(transaction, invitation, by);
        return true;
      }),
  };
}

/** Finds a code that works, or says why there is none. A time that cannot be read has passed. */
export async function findCode(
  client: Client<'OneTimeCode'>,
  codeHash: string,
  kind: OneTimeCodeKind,
  now: Date,
): Promise<FoundCode> {
  const { items } = await readRows(client, 'OneTimeCode', { where: { codeHash, kind } }, toStored);
  const [found] = items;
  const problem = findProblem(found, now);
  return found && problem === null ? { code: found.code } : { problem: problem ?? 'unknown' };
}

/** Uses a code up in a transaction that does what the code is for. */
export async function spendCode(
  transaction: WriteTransaction,
  codeHash: string,
  kind: OneTimeCodeKind,
  now: Date,
): Promise<FoundCode> {
  const found = await findCode(transaction, codeHash, kind, now);
  if ('problem' in found) return found;
  const where = { codeHash, usedAt: null };
  const { count } = await transaction.oneTimeCode.updateMany({ where, data: { usedAt: now } });
  return count === 1 ? found : { problem: 'used' };
}

/** Lists codes that nobody has used, the newest first. Some may have ended. */
export async function readOpen(
  client: Client<'OneTimeCode'>,
  kind: OneTimeCodeKind,
): Promise<readonly OneTimeCode[]> {
  const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];
  const query = { where: { kind, usedAt: null }, orderBy };
  return (await readRows(client, 'OneTimeCode', query, toStored)).items.map(({ code }) => code);
}

/**
 * Makes useless what a person who leaves, or is no admin from now on, could come back with: the links for them and
 * those that they made.
 */
export async function withdrawLinks(
  transaction: WriteTransaction,
  actorId: ActorId,
  by: Actor,
): Promise<void> {
  for (const invitation of await readOpen(transaction, 'invitation'))
    if (invitation.createdBy === actorId) await withdraw(transaction, invitation, by);
  await removeResetLinks(transaction, ({ createdBy, data }) =>
    [createdBy, readResetting(data).actorId].includes(actorId),
  );
}

/** Makes the open reset links of a person useless. */
export const removeResetLinksOf = (transaction: WriteTransaction, actorId: ActorId): Promise<void> =>
  removeResetLinks(transaction, ({ data }) => readResetting(data).actorId === actorId);

async function removeResetLinks(
  transaction: WriteTransaction,
  isMeant: (code: OneTimeCode) => boolean,
): Promise<void> {
  const ids = (await readOpen(transaction, 'reset')).filter(isMeant).map(({ id }) => id);
  await transaction.oneTimeCode.deleteMany({ where: { id: { in: ids } } });
}

async function withdraw(transaction: WriteTransaction, { id, data }: OneTimeCode, by: Actor) {
  await transaction.oneTimeCode.deleteMany({ where: { id } });
  const change = { objectId: id, subject: readEmail(data) };
  await appendAuditEntry(transaction, by, { kind: 'invitation_withdrawn', ...change });
}

async function replaceInvitation(transaction: WriteTransaction, emailKey: string): Promise<void> {
  const earlier = (await readOpen(transaction, 'invitation')).filter(
    ({ data }) => toEmailKey(readInvited(data).email) === emailKey,
  );
  await transaction.oneTimeCode.deleteMany({ where: { id: { in: earlier.map(({ id }) => id) } } });
}

/** An index has the kind and when a code was made, so this takes no longer when there are many. */
async function forgetOldCodes({ oneTimeCode }: WriteTransaction, now: Date): Promise<void> {
  const old = Object.entries(keptMs).map(([kind, ms]) => ({
    kind,
    createdAt: { lt: new Date(now.getTime() - ms) },
  }));
  await oneTimeCode.deleteMany({ where: { OR: old } });
}

/** A person may be removed, or get another role, while their request is on its way. */
export const isStillInRole = async ({ actor }: WriteTransaction, by: Actor) =>
  !isPerson(by) || (await actor.count({ where: { id: by.id, role: by.role } })) > 0;

/** The shape of the row was checked when it was read, or is its writer's. */
export const readInvited = (data: JsonObject): Invited => data as Invited;
export const readResetting = (data: JsonObject): Resetting => data as Resetting;
const readEmail = (data: JsonObject): string => (data as Invited | Resetting).email;

type Stored = { code: OneTimeCode; usedAt: Date | null };

function findProblem(found: Stored | undefined, now: Date): CodeProblem | null {
  if (!found) return 'unknown';
  if (found.usedAt !== null) return 'used';
  return now < found.code.expiresAt ? null : 'expired';
}

function toStored(row: object): Stored {
  const {
    dataJson: data,
    createdById: createdBy,
    usedAt,
    codeHash: _,
    ...code
  } = readRow('OneTimeCode', row);
  return { code: { ...code, data, createdBy }, usedAt };
}
