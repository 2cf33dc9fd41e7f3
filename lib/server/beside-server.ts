import path from 'node:path';
import { toDatabaseFile } from '../config/read-database-url';
import { openDatabase } from '../db/open-database';
import type { Database } from '../db/ports/database';
import { appendAuditEntry } from '../db/rows/append-audit-entry';
import { writeSetting } from '../db/rows/write-setting';
import { createAccountStore } from '../db/stores/account-store';
import { createActorStore } from '../db/stores/actor-store';
import { createSessionStore } from '../db/stores/session-store';
import { addLinkSqlite, changeOwnerTokenSqlite, type LinkToAdd } from '../db/upkeep/link-sqlite';
import {
  addOwnerSqlite,
  addResetSqlite,
  type ListedPerson,
  listPeopleSqlite,
  type ResetToAdd,
} from '../db/upkeep/people-sqlite';
import { type Actor, caretakerActor, localActor } from '../domain/actor';

/** Changes the database while a server runs on it, for anyone who can read the data folder. */
export type BesideServer = {
  /** Adds a link that lets one browser in. */
  addLink(link: LinkToAdd): Promise<void>;
  /** Makes every earlier token of the owner useless. Returns the number of the new one. */
  changeOwnerToken(): Promise<number>;
  /** Lists the people of the team, by name. */
  listPeople(): Promise<ListedPerson[]>;
  /** Makes the first owner, with a link to choose a password. Returns false when there is an owner. */
  addOwner(owner: { email: string; name: string }, reset: ResetToAdd): Promise<boolean>;
  /** Adds a link to choose a new password, and ends the lockout. Returns false when nobody has this address. */
  addReset(email: string, reset: ResetToAdd): Promise<boolean>;
};

export function workBeside(databaseUrl: string): BesideServer {
  const file = toDatabaseFile(databaseUrl);
  return file === null ? besidePostgresql(databaseUrl) : besideSqlite(file);
}

/** Writes a file without a migration, which could disturb an older server that runs on it. */
function besideSqlite(file: string): BesideServer {
  return {
    addLink: async (link) => addLinkSqlite(file, link),
    changeOwnerToken: async () => changeOwnerTokenSqlite(file, localActor.id),
    listPeople: async () => listPeopleSqlite(file),
    addOwner: async (owner, reset) => addOwnerSqlite(file, owner, reset),
    addReset: async (email, reset) => addResetSqlite(file, email, reset),
  };
}

function besidePostgresql(url: string): BesideServer {
  const open = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
    const database = await openDatabase({ url, prismaDir: path.resolve('prisma') });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const openAccounts = <Result>(work: (accounts: Accounts) => Promise<Result>) =>
    open((database) => work(createAccountStore(database, createActorStore(database).changePeople)));
  return {
    addLink: (link) => open((database) => createSessionStore(database).addLink(link)),
    changeOwnerToken: () => open((database) => changeOwnerToken(database, localActor)),
    listPeople: () => openAccounts(async (accounts) => [...(await accounts.list())]),
    addOwner: (owner, reset) =>
      openAccounts(async (accounts) => {
        const { id: actorId } = localActor;
        if (!(await accounts.addOwner({ ...owner, passwordHash: null, providerId: null }))) return false;
        await addResetCode(accounts, { actorId, email: owner.email }, reset);
        return true;
      }),
    addReset: (email, reset) =>
      openAccounts(async (accounts) => {
        const person = await accounts.findByEmail(email);
        if (!person) return false;
        await addResetCode(accounts, { actorId: person.actorId, email: person.email }, reset);
        await accounts.forgetFailures(reset.triesHash);
        return true;
      }),
  };
}

type Accounts = ReturnType<typeof createAccountStore>;

async function addResetCode(
  accounts: Accounts,
  data: { actorId: string; email: string },
  { codeHash, expiresAt }: ResetToAdd,
): Promise<void> {
  await accounts.addCode({ codeHash, kind: 'reset', data, expiresAt }, caretakerActor);
}

async function changeOwnerToken(database: Database, actor: Actor): Promise<number> {
  const next = (await createSessionStore(database).ownerTokenNumber()) + 1;
  await database.write(async (transaction) => {
    await writeSetting(transaction, 'owner_token', { ownerToken: next }, actor.id);
    await appendAuditEntry(transaction, actor, { kind: 'owner_token_changed', objectId: null, subject: '' });
  });
  return next;
}
