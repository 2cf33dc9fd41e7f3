import { Prisma } from '../generated/client';
import type { Database } from '../ports/database';

/** Sets a pragma of SQLite on the writing connection: `max_page_count=10`. */
export const setPragma = ({ write }: Pick<Database, 'write'>, pragma: string): Promise<void> =>
  write(async (transaction) => {
    await transaction.$queryRaw(Prisma.raw(`PRAGMA ${pragma}`));
  });
