import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { type MigrationList, withSchemaEngine } from './schema-engine';

/** Brings the database up to date. Returns the names of the migrations that it applied. */
export async function applyMigrations(
  adapterFactory: SqlMigrationAwareDriverAdapterFactory,
  prismaDir: string,
): Promise<string[]> {
  const migrationsList = await readMigrations(prismaDir);
  return withSchemaEngine(adapterFactory, await readSchema(prismaDir), async (engine) => {
    const result = await engine.applyMigrations({ migrationsList, filters });
    return result.appliedMigrationNames;
  });
}

/**
 * Returns the SQL that turns the result of the migrations into the schema, or null when they agree. It applies
 * the migrations first, so the factory's database must be empty.
 */
export async function diffMigrations(
  adapterFactory: SqlMigrationAwareDriverAdapterFactory,
  prismaDir: string,
): Promise<string | null> {
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
    const sql = result.stdout ?? '';
    return sql.trim() === '' || sql.includes('This is an empty migration') ? null : sql;
  });
}

/** Lists the names of the migrations in `prismaDir`, in their order. */
export async function listMigrations(prismaDir: string): Promise<string[]> {
  const entries = await readdir(path.join(prismaDir, 'migrations'), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

const filters = { externalTables: [], externalEnums: [] };

async function readSchema(prismaDir: string): Promise<{ path: string; text: string }> {
  const file = path.join(prismaDir, 'schema.prisma');
  return { path: file, text: await readFile(file, 'utf8') };
}

async function readMigrations(prismaDir: string): Promise<MigrationList> {
  const baseDir = path.join(prismaDir, 'migrations');
  return {
    baseDir,
    lockfile: {
      path: 'migration_lock.toml',
      content: await readFile(path.join(baseDir, 'migration_lock.toml'), 'utf8'),
    },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      (await listMigrations(prismaDir)).map(async (name) => ({
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
