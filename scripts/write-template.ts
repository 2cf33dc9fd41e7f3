/** `node dist/server/write-template.mjs FILE`, a step of the build: writes a migrated database without rows. */
import { chmod, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { migrateSqlite } from '../lib/db/sqlite/migrate-sqlite';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write');
await rm(file, { force: true });
await writeFile(file, '', { mode: 0o600 });
await migrateSqlite(file, path.resolve('prisma'));
// It holds nothing of anybody, and another user than the one who builds may start the server.
await chmod(file, 0o644);
