import { restoreSqlite } from '../backup-sqlite';

/**
 * Runs as its own process, for a test that kills it. It says when it begins, then restores the backup of its
 * first argument.
 */
const [, , backup = '', file = '', prismaDir = ''] = process.argv;
process.stdout.write('begins\n');
await restoreSqlite(backup, file, prismaDir);
process.stdout.write('done\n');
