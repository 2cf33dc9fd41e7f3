import type Sqlite from 'better-sqlite3';
import { type Resetting, toEmailKey } from '../../domain/account';
import { caretakerActor, localActor } from '../../domain/actor';
import type { AuditKind } from '../../domain/audit-entry';
import { type ActorId, createId } from '../../shared/ids';
import { toTimeText } from '../sqlite/to-time';
import { writeBeside } from './write-beside';

export type ListedPerson = { actorId: ActorId; name: string; email: string; role: string };

/** A reset link. `triesHash` names the lockout of the address. */
export type ResetToAdd = { codeHash: string; triesHash: string; createdAt: Date; expiresAt: Date };

/**
 * These functions look after the people of a team beside a server that runs. They throw when the database is
 * missing, is of a build without accounts, or cannot be written.
 */

/** Lists people, by name. */
export const listPeopleSqlite = (file: string): ListedPerson[] =>
  writeBeside(file, (database) =>
    database
      .prepare<[], ListedPerson>(
        `SELECT "Account"."actorId", "Actor"."name", "Account"."email", "Actor"."role"
         FROM "Account" JOIN "Actor" ON "Actor"."id" = "Account"."actorId" ORDER BY "Actor"."name", "Account"."email"`,
      )
      .all(),
  );

/**
 * Makes the person of the local profile the first owner, with a link to choose a password. Returns false when
 * there is an owner.
 */
export function addOwnerSqlite(
  file: string,
  { email, name }: { email: string; name: string },
  reset: ResetToAdd,
): boolean {
  const { id, role } = localActor;
  return writeBeside(file, (database) => {
    const [{ count = 0 } = {}] = database
      .prepare<[], { count: number }>('SELECT count(*) AS count FROM "Account"')
      .all();
    if (count > 0) return false;
    database
      .prepare(
        `INSERT INTO "Actor" ("id", "name", "role") VALUES (?, ?, ?)
         ON CONFLICT ("id") DO UPDATE SET "name" = excluded."name", "role" = excluded."role"`,
      )
      .run(id, name, role);
    database
      .prepare('INSERT INTO "Account" ("actorId", "email", "emailKey", "createdAt") VALUES (?, ?, ?, ?)')
      .run(id, email, toEmailKey(email), toTimeText(reset.createdAt));
    // What the local profile let in would act in this person’s name.
    for (const table of ['Session', 'SignInLink', 'ApiToken'])
      database.prepare(`DELETE FROM "${table}" WHERE "actorId" = ?`).run(id);
    note(database, { by: id, kind: 'owner_created', objectId: id, subject: email, after: role });
    addReset(database, { actorId: id, email }, reset);
    return true;
  });
}

/** Adds a link to choose a new password, and ends the lockout. Returns false when nobody has this address. */
export function addResetSqlite(file: string, email: string, reset: ResetToAdd): boolean {
  return writeBeside(file, (database) => {
    const person = database
      .prepare<[string], Resetting>('SELECT "actorId", "email" FROM "Account" WHERE "emailKey" = ?')
      .get(toEmailKey(email));
    if (!person) return false;
    addReset(database, person, reset);
    database.prepare('DELETE FROM "SignInTry" WHERE "emailHash" = ?').run(reset.triesHash);
    return true;
  });
}

/** A new link replaces an earlier one of this person. */
function addReset(database: Sqlite.Database, person: Resetting, reset: ResetToAdd): void {
  const open = database
    .prepare<[], { id: string; dataJson: string }>(
      `SELECT "id", "dataJson" FROM "OneTimeCode" WHERE "kind" = 'reset' AND "usedAt" IS NULL`,
    )
    .all();
  const remove = database.prepare('DELETE FROM "OneTimeCode" WHERE "id" = ?');
  for (const { id, dataJson } of open) if (dataJson.includes(`"${person.actorId}"`)) remove.run(id);
  const id = createId('otc');
  const by = caretakerActor.id;
  const times = [reset.createdAt, reset.expiresAt].map(toTimeText);
  database
    .prepare(
      `INSERT INTO "OneTimeCode" ("id", "codeHash", "kind", "dataJson", "createdById", "createdAt", "expiresAt")
       VALUES (?, ?, 'reset', ?, ?, ?, ?)`,
    )
    .run(id, reset.codeHash, JSON.stringify(person), by, ...times);
  note(database, { by, kind: 'reset_link_made', objectId: id, subject: person.email, after: null });
}

type Noted = { by: ActorId; kind: AuditKind; objectId: string; subject: string; after: string | null };

function note(database: Sqlite.Database, { by, kind, objectId, subject, after }: Noted): void {
  database
    .prepare(
      `INSERT INTO "AuditEntry" ("id", "at", "actorId", "kind", "objectId", "subject", "after")
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(createId('aud'), toTimeText(new Date()), by, kind, objectId, subject, after);
}
