import Sqlite from 'better-sqlite3';

/**
 * Returns the SQL that recreates the database in `file`: tables, rows in the order they were written, and
 * indexes.
 */
export function dumpDatabase(file: string): string {
  const database = new Sqlite(file);
  const objects = database
    .prepare(`SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid`)
    .all() as { type: string; name: string; sql: string }[];
  const statements = objects.map(({ type, name, sql }) =>
    type === 'table' ? [`${sql};`, ...listInserts(database, name)].join('\n') : `${sql};`,
  );
  database.close();
  return `PRAGMA foreign_keys=OFF;\nBEGIN;\n${statements.join('\n')}\nCOMMIT;\n`;
}

function listInserts(database: Sqlite.Database, table: string): string[] {
  const columns = (database.pragma(`table_info("${table}")`) as { name: string }[]).map(
    ({ name }) => `"${name}"`,
  );
  const values = columns.map((column) => `quote(${column})`).join(` || ', ' || `);
  const rows = database.prepare(`SELECT ${values} FROM "${table}" ORDER BY rowid`).pluck().all();
  return rows.map((row) => `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${row});`);
}
