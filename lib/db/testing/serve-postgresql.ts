import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../open-database';
import { openPostgresql } from './postgresql';

/** Vitest hands these to each test file. */
declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the server's own database, and the name of one that is migrated and has no rows. */
    postgresql: { address: string; template: string };
  }
}

/** Starts the PostgreSQL server of a test run, with a database that the others begin as a copy of. */
export default async function servePostgresql({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await openPostgresql();
  const url = await server.createDatabase();
  await (await openDatabase({ url, prismaDir: path.resolve('prisma') })).close();
  const template = new URL(url).pathname.slice(1);
  provide('postgresql', { address: url.replace(/[^/]+$/, 'postgres'), template });
  return () => server.close();
}
