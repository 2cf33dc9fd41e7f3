import { Client } from 'pg';
import { afterAll, inject, vi } from 'vitest';

/**
 * Gives the tests of a file PostgreSQL instead of SQLite: a file of SQLite that they name stands for a database
 * of its own, also when they open it again. The databases are dropped when the file has ended.
 */
const { address, template } = inject('postgresql');
const databases = new Map<string, Promise<string>>();

async function administer(statement: string): Promise<void> {
  const client = new Client(address);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function createDatabase(): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  return address.replace(/[^/]+$/, name);
}

vi.mock('../open-database', async (importOriginal) => {
  const original = await importOriginal<typeof import('../open-database')>();
  const openDatabase: typeof original.openDatabase = async ({ url, ...options }) => {
    if (original.isPostgresql(url)) return original.openDatabase({ url, ...options });
    const known = databases.get(url) ?? createDatabase();
    databases.set(url, known);
    return original.openDatabase({ url: await known, ...options });
  };
  return { ...original, openDatabase };
});

afterAll(async () => {
  for (const made of databases.values()) {
    const name = new URL(await made).pathname.slice(1);
    await administer(`DROP DATABASE ${name} WITH (FORCE)`);
  }
  databases.clear();
});
