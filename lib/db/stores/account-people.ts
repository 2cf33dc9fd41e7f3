import { type Account, toEmailKey } from '../../domain/account';
import { type Actor, localActor } from '../../domain/actor';
import type { RoleName } from '../../domain/role';
import type { AccountStore, NewPerson, Person } from '../ports/account-store.port';
import type { Database, WriteTransaction } from '../ports/database';
import { appendAuditEntry } from '../rows/append-audit-entry';
import { readPart } from '../rows/read-row';
import { readWhole } from '../rows/sound-rows';
import { storedRows } from '../rows/stored-rows';
import { writeUnlessTaken } from '../rows/write-unless-taken';
import { findCode, readInvited, readOpen, spendCode } from './account-codes';
import type { ChangePeople } from './actor-store';
import { isNameTaken } from './is-name-taken';
import { readPeople, readPerson } from './read-people';

type Functions =
  | 'hasOwner'
  | 'addOwner'
  | 'join'
  | 'joinByEmail'
  | 'list'
  | 'find'
  | 'findByEmail'
  | 'findByProvider'
  | 'findCredentials';

const credentials = storedRows.Account.pick({ actorId: true, passwordHash: true });

/** Finds people, and adds them. */
export function createAccountPeople(
  database: Database,
  changePeople: ChangePeople,
): Pick<AccountStore, Functions> {
  const { read } = database;
  /** Adds people in a transaction that finds nobody with the same address or place at the provider. */
  const add = <Result>(work: (transaction: WriteTransaction) => Promise<Result>) =>
    changePeople(() => writeUnlessTaken(database, work));
  return {
    hasOwner: async () => (await read.account.count()) > 0,
    addOwner: (owner) =>
      add(async (transaction) => {
        if ((await transaction.account.count()) > 0) return false;
        await addPerson(transaction, { ...owner, actorId: localActor.id, role: 'admin' }, 'owner_created');
        // In the local profile, everybody who was let in is the owner. Here they would sign in this person's name.
        const where = { actorId: localActor.id };
        await transaction.session.deleteMany({ where });
        await transaction.signInLink.deleteMany({ where });
        await transaction.apiToken.deleteMany({ where });
        return true;
      }),
    join: (codeHash, person, now) =>
      add(async (transaction) => {
        const found = await findCode(transaction, codeHash, 'invitation', now);
        if ('problem' in found) return found;
        return joinAs(transaction, codeHash, { ...person, ...readInvited(found.code.data) }, now);
      }),
    joinByEmail: (email, person, now) =>
      add(async (transaction) => {
        const key = toEmailKey(email);
        if (await isTaken(transaction, { emailKey: key })) return { problem: 'email_taken' };
        const invitation = (await readOpen(transaction, 'invitation')).find(
          ({ data }) => toEmailKey(readInvited(data).email) === key,
        );
        if (!invitation) return { problem: 'unknown' };
        const row = await transaction.oneTimeCode.findUnique({
          where: { id: invitation.id },
          select: { codeHash: true },
        });
        const invited = { ...person, ...readInvited(invitation.data) };
        return joinAs(transaction, row?.codeHash ?? '', invited, now);
      }),
    list: () => readPeople(read),
    find: (actorId) => readPerson(read, { actorId }),
    findByEmail: (email) => readPerson(read, { emailKey: toEmailKey(email) }),
    findByProvider: (providerId) => readPerson(read, { providerId }),
    async findCredentials(email) {
      const where = { emailKey: toEmailKey(email) };
      const row = await readWhole('Account', {}, read.account.findUnique({ where }));
      return row && readPart('Account', credentials, row);
    },
  };
}

type Joining = Omit<NewPerson, 'role'> & { role: RoleName };

async function joinAs(transaction: WriteTransaction, codeHash: string, person: Joining, now: Date) {
  if (await isTaken(transaction, { emailKey: toEmailKey(person.email) }))
    return { problem: 'email_taken' as const };
  if (person.providerId !== null && (await isTaken(transaction, { providerId: person.providerId })))
    return { problem: 'email_taken' as const };
  const isTakenName = await isNameTaken(transaction, person.name);
  // Only a form can ask for another name. Who comes from a provider is called by the address.
  if (isTakenName && person.providerId === null) return { problem: 'name_taken' as const };
  const used = await spendCode(transaction, codeHash, 'invitation', now);
  if ('problem' in used) return used;
  const name = isTakenName ? await findFreeName(transaction, person.email) : person.name;
  return { person: await addPerson(transaction, { ...person, name }, 'person_joined') };
}

/** Two addresses may look alike, as "al@…" and "a1@…" do. The second one gets a number. */
async function findFreeName(transaction: WriteTransaction, email: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? email : `${email} (${number})`;
    if (!(await isNameTaken(transaction, name))) return name;
  }
}

const isTaken = async ({ account }: WriteTransaction, where: { emailKey: string } | { providerId: string }) =>
  (await account.count({ where })) > 0;

async function addPerson(
  transaction: WriteTransaction,
  { actorId, name, role, email, passwordHash, providerId }: NewPerson,
  kind: 'owner_created' | 'person_joined',
): Promise<Person> {
  const actor: Actor = { id: actorId, name, role };
  const account: Account = { actorId, email, passwordHash, providerId, createdAt: new Date() };
  const where = { id: actorId };
  await transaction.actor.upsert({ where, create: actor, update: { name, role } });
  await transaction.account.create({ data: { ...account, emailKey: toEmailKey(email) } });
  await appendAuditEntry(transaction, actor, { kind, objectId: actorId, subject: email, after: role });
  return { ...account, name, role, lastSeenAt: null };
}
