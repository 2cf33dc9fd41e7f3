import type { ActorId } from '../../shared/ids';
import { createId } from '../../shared/ids';
import { toTimeText } from '../sqlite/to-time';
import { writeBeside } from './write-beside';

export type LinkToAdd = { codeHash: string; actorId: ActorId; createdAt: Date; expiresAt: Date };

/**
 * Adds a link beside a server that runs: it finds the row when a browser opens the link. Throws when the
 * database is missing, is of a build without links, or cannot be written.
 */
export function addLinkSqlite(file: string, { codeHash, actorId, createdAt, expiresAt }: LinkToAdd): void {
  writeBeside(file, (database) =>
    database
      .prepare(
        'INSERT INTO "SignInLink" ("codeHash", "actorId", "createdAt", "expiresAt") VALUES (?, ?, ?, ?)',
      )
      .run(codeHash, actorId, toTimeText(createdAt), toTimeText(expiresAt)),
  );
}

/**
 * Makes every earlier token of the owner useless, beside a server that runs, and notes it in the audit log.
 * Returns the number of the new token (`lib/auth/owner-token`). Throws as `addLinkSqlite` does.
 */
export function changeOwnerTokenSqlite(file: string, actorId: ActorId): number {
  return writeBeside(file, (database) => {
    const at = toTimeText(new Date());
    const [{ number = 0 } = {}] = database
      .prepare<[], { number: number }>(
        `SELECT json_extract("valueJson", '$.ownerToken') AS number FROM "Setting" WHERE "key" = 'owner_token'`,
      )
      .all();
    // The first token has the number 1, which no row needs to say.
    const next = Math.max(number, 1) + 1;
    database
      .prepare(
        `INSERT INTO "Setting" ("key", "valueJson", "updatedById", "updatedAt") VALUES ('owner_token', ?, ?, ?)
         ON CONFLICT ("key") DO UPDATE SET "valueJson" = excluded."valueJson",
           "updatedById" = excluded."updatedById", "updatedAt" = excluded."updatedAt"`,
      )
      .run(JSON.stringify({ ownerToken: next }), actorId, at);
    database
      .prepare(
        `INSERT INTO "AuditEntry" ("id", "at", "actorId", "kind", "subject") VALUES (?, ?, ?, 'owner_token_changed', '')`,
      )
      .run(createId('aud'), at, actorId);
    return next;
  });
}
