import { repairSqlite } from '../doctor';

/**
 * Runs as its own process, for a test that kills it. It says when it begins, then repairs the database of its
 * first argument.
 */
const [, , file = '', dataDir = '', prismaDir = ''] = process.argv;
process.stdout.write('begins\n');
await repairSqlite(file, dataDir, prismaDir);
process.stdout.write('done\n');
