import path from 'node:path';
import { backUpPostgresql, restorePostgresql } from '../backup-postgresql';
import { repairPostgresql } from '../doctor-postgresql';

/**
 * Runs as its own process, for a test that kills it. It says when it begins, then does what its first argument
 * names to the PostgreSQL database of its second one.
 */
const [, , command = '', url = '', dataDir = '', file = ''] = process.argv;
const upkeep = {
  url,
  dataDir,
  prismaDir: path.resolve('prisma'),
  requireStopped: async () => {},
  onProgress: () => {},
};
process.stdout.write('begins\n');
if (command === 'backup') await backUpPostgresql(upkeep, file);
if (command === 'restore') await restorePostgresql(upkeep, file);
if (command === 'repair') await repairPostgresql(upkeep);
process.stdout.write('done\n');
