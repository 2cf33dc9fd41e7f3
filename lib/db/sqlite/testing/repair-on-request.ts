import { repairSqlite } from '../doctor';

/** A process of its own, for a test that kills it: says when it begins, then repairs the database of its first argument. */
const [, , file = '', dataDir = '', prismaDir = ''] = process.argv;
process.stdout.write('begins\n');
await repairSqlite(file, dataDir, prismaDir);
process.stdout.write('done\n');
