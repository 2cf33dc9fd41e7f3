import type { Actor } from '../../domain/actor';
import { removedRole } from '../../domain/role';
import type { ActorId, SessionId } from '../../shared/ids';
import type { AccountStore, Person, PersonChange } from '../ports/account-store.port';
import type { Database, WriteTransaction } from '../ports/database';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { isStillInRole, readResetting, removeResetLinksOf, spendCode, withdrawLinks } from './account-codes';
import type { ChangePeople } from './actor-store';
import { isNameTaken } from './is-name-taken';
import { readPeople, readPerson } from './read-people';

type Functions =
  | 'rename'
  | 'changeRole'
  | 'signOut'
  | 'remove'
  | 'setPassword'
  | 'resetPassword'
  | 'linkProvider';

/** Changes people. Each change is complete, with its entry of the audit log, or is none. */
export function createAccountChanges(
  { write }: Database,
  changePeople: ChangePeople,
): Pick<AccountStore, Functions> {
  const change = <Result>(work: (transaction: WriteTransaction) => Promise<Result>) =>
    changePeople(() => write(work));
  return {
    rename: (actorId, name, by) =>
      change(async (transaction) => {
        const person = await readPerson(transaction, { actorId });
        if (!person || person.name === name) return true;
        if (await isNameTaken(transaction, name, actorId)) return false;
        await transaction.actor.updateMany({ where: { id: actorId }, data: { name } });
        const words = { subject: '', before: person.name, after: name };
        await appendAuditEntry(transaction, by, { kind: 'person_renamed', objectId: actorId, ...words });
        return true;
      }),
    changeRole: (actorId, role, by) =>
      change((transaction) =>
        changePerson(transaction, actorId, by, role === 'admin', async (person) => {
          if (person.role === role) return;
          await transaction.actor.updateMany({ where: { id: actorId }, data: { role } });
          if (person.role === 'admin') await withdrawLinks(transaction, actorId, by);
          const words = { subject: person.name, before: person.role, after: role };
          await appendAuditEntry(transaction, by, {
            kind: 'person_role_changed',
            objectId: actorId,
            ...words,
          });
        }),
      ),
    signOut: (actorId, by) =>
      write(async (transaction) => {
        const person = await readPerson(transaction, { actorId });
        if (!person) return false;
        await transaction.session.deleteMany({ where: { actorId } });
        await transaction.signInLink.deleteMany({ where: { actorId } });
        const entry = { objectId: actorId, subject: person.name };
        await appendAuditEntry(transaction, by, { kind: 'person_signed_out', ...entry });
        return true;
      }),
    remove: (actorId, by) =>
      change((transaction) =>
        changePerson(transaction, actorId, by, false, async ({ name, email }) => {
          const where = { actorId };
          await transaction.actor.updateMany({ where: { id: actorId }, data: { role: removedRole } });
          await transaction.account.deleteMany({ where });
          await transaction.passkey.deleteMany({ where });
          await transaction.session.deleteMany({ where });
          await transaction.apiToken.deleteMany({ where });
          await transaction.signInLink.deleteMany({ where });
          await withdrawLinks(transaction, actorId, by);
          const words = { subject: name, before: email };
          await appendAuditEntry(transaction, by, { kind: 'person_removed', objectId: actorId, ...words });
        }),
      ),
    setPassword: (actorId, passwordHash, by, { checkedHash, keep }) =>
      change(async (transaction) => {
        const isIn = keep === null || (await transaction.session.count({ where: { id: keep, actorId } })) > 0;
        const where = { actorId, passwordHash: checkedHash };
        if (!isIn || !(await replacePassword(transaction, where, passwordHash, keep))) return false;
        await appendAuditEntry(transaction, by, { kind: 'password_changed', objectId: actorId, subject: '' });
        return true;
      }),
    resetPassword: (codeHash, passwordHash, now) =>
      change(async (transaction) => {
        const used = await spendCode(transaction, codeHash, 'reset', now);
        if ('problem' in used) return used;
        const { actorId } = readResetting(used.code.data);
        const person = await readPerson(transaction, { actorId });
        if (!person) return { problem: 'unknown' };
        await replacePassword(transaction, { actorId }, passwordHash, null);
        const by: Actor = { id: actorId, name: person.name, role: person.role };
        await appendAuditEntry(transaction, by, { kind: 'password_reset', objectId: actorId, subject: '' });
        return { person };
      }),
    linkProvider: (actorId, { providerId, checkedId }, providerName, by) =>
      change(async (transaction) => {
        // Somebody else may have come with this place at the provider meanwhile.
        if ((await transaction.account.count({ where: { providerId } })) > 0) return;
        const where = { actorId, providerId: checkedId };
        const { count } = await transaction.account.updateMany({ where, data: { providerId } });
        const entry = { objectId: actorId, subject: providerName };
        if (count === 1) await appendAuditEntry(transaction, by, { kind: 'provider_linked', ...entry });
      }),
  };
}

/** Makes a change of a person, unless it would leave the team without an admin, or its maker is none any more. */
async function changePerson(
  transaction: WriteTransaction,
  actorId: ActorId,
  by: Actor,
  staysAdmin: boolean,
  work: (person: Person) => Promise<void>,
): Promise<PersonChange> {
  if (!(await isStillInRole(transaction, by))) return 'not_allowed';
  const people = await readPeople(transaction);
  const person = people.find((one) => one.actorId === actorId);
  if (!person) return 'unknown';
  const isOtherAdmin = (one: Person) => one !== person && one.role === 'admin';
  if (person.role === 'admin' && !staysAdmin && !people.some(isOtherAdmin)) return 'last_admin';
  await work(person);
  return 'done';
}

/**
 * Everyone who knew the earlier password, or had a link for a new one, is out. Returns false when there is no such
 * account.
 */
async function replacePassword(
  transaction: WriteTransaction,
  where: { actorId: ActorId; passwordHash?: string | null },
  passwordHash: string,
  keep: SessionId | null,
): Promise<boolean> {
  const { actorId } = where;
  const { count } = await transaction.account.updateMany({ where, data: { passwordHash } });
  if (count === 0) return false;
  const others = keep === null ? {} : { id: { not: keep } };
  await transaction.session.deleteMany({ where: { actorId, ...others } });
  await removeResetLinksOf(transaction, actorId);
  return true;
}
