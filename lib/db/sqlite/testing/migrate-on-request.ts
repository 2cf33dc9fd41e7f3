import { migrateSqlite } from '../migrate-sqlite';

/** A process of its own, for a test that kills it: says when it begins, then migrates the database of its first argument. */
const [, , file = '', prismaDir = ''] = process.argv;
process.stdout.write('begins\n');
await migrateSqlite(file, prismaDir);
process.stdout.write('done\n');
