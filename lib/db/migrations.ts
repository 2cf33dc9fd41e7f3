import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { type MigrationList, withSchemaEngine } from './schema-engine';

/**
 * Brings the database up to date; answers the names of the migrations that were applied just now. Loads the schema engine
 * only if there is one to apply, or a failed one to explain.
 */
export async function applyMigrations(
  adapterFactory: SqlMigrationAwareDriverAdapterFactory,
  prismaDir: string,
): Promise<string[]> {
  const migrationsList = await readMigrations(path.join(prismaDir, 'migrations'));
  const names = migrationsList.migrationDirectories.map((directory) => directory.path);
  if (await isUpToDate(adapterFactory, names)) return [];
  return withSchemaEngine(adapterFactory, await readSchema(prismaDir), async (engine) => {
    const result = await engine.applyMigrations({ migrationsList, filters });
    return result.appliedMigrationNames;
  });
}

/**
 * The SQL that turns what the migrations make into what the schema says; says "empty migration" when they agree. The
 * factory's database must be empty: the migrations are applied to it first.
 */
export async function diffMigrations(
  adapterFactory: SqlMigrationAwareDriverAdapterFactory,
  prismaDir: string,
): Promise<string> {
  await applyMigrations(adapterFactory, prismaDir);
  const schema = await readSchema(prismaDir);
  const files = [{ path: schema.path, content: schema.text }];
  return withSchemaEngine(adapterFactory, schema, async (engine) => {
    const result = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: prismaDir },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters,
    });
    return result.stdout ?? '';
  });
}

/** Whether the table of migrations says that all of these were applied and that none has failed. */
async function isUpToDate(
  adapterFactory: SqlMigrationAwareDriverAdapterFactory,
  names: readonly string[],
): Promise<boolean> {
  const connection = await adapterFactory.connect();
  try {
    const sql = 'SELECT migration_name, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL';
    const { rows } = await connection.queryRaw({ sql, args: [], argTypes: [] });
    const applied = new Set(rows.map(([name]) => name));
    return rows.every(([, finishedAt]) => finishedAt !== null) && names.every((name) => applied.has(name));
  } catch {
    // A new database has no such table. Whatever else is wrong, the engine meets it too and names it.
    return false;
  } finally {
    await connection.dispose();
  }
}

const filters = { externalTables: [], externalEnums: [] };

async function readSchema(prismaDir: string): Promise<{ path: string; text: string }> {
  const file = path.join(prismaDir, 'schema.prisma');
  return { path: file, text: await readFile(file, 'utf8') };
}

async function readMigrations(baseDir: string): Promise<MigrationList> {
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(path.join(baseDir, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      names.sort().map(async (name) => ({
        path: name,
        migrationFile: {
          path: 'migration.sql',
          content: {
            tag: 'ok' as const,
            value: await readFile(path.join(baseDir, name, 'migration.sql'), 'utf8'),
          },
        },
      })),
    ),
  };
}
