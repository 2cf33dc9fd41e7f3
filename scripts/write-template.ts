/**
 * Writes a migrated database without rows, as a step of the build:
 * `node dist/server/write-template.mjs FILE`.
 */
import { chmod, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { migrateSqlite } from '../lib/db/sqlite/migrate-sqlite';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the file to write');
await rm(file, { force: true });
await writeFile(file, '', { mode: 0o600 });
await migrateSqlite(file, path.resolve('prisma/sqlite'));
// The file holds nobody's data, and the user who starts the server may not be the one who built it.
await chmod(file, 0o644);
