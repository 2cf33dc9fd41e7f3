import { migrateSqlite } from '../migrate-sqlite';

/**
 * Runs as its own process, for a test that kills it. It says when it begins, then migrates the database of
 * its first argument.
 */
const [, , file = '', prismaDir = ''] = process.argv;
process.stdout.write('begins\n');
await migrateSqlite(file, prismaDir);
process.stdout.write('done\n');
