import { Client } from 'pg';
import { explainRefusal, requireVersion } from './explain-refusal';
import { compareMigrations } from './migrate-postgresql';
import { toConfig } from './pools';

export type ServerFacts = {
  /** This is PostgreSQL's own text, such as "18.4". */
  version: string;
  /** The clock of the server says so. */
  now: Date;
  /** Counts the migrations that the database has. */
  migrations: number;
  /** Has the tables of the database, the largest first. */
  tables: readonly { name: string; tableBytes: number; indexBytes: number }[];
};

const sizes = `SELECT "relname" AS "name", pg_table_size("oid")::double precision AS "tableBytes",
    pg_indexes_size("oid")::double precision AS "indexBytes"
  FROM "pg_class" WHERE "relkind" = 'r' AND "relnamespace" = current_schema()::regnamespace
  ORDER BY pg_total_relation_size("oid") DESC, "relname"`;

/** Looks at the PostgreSQL server and the database at `url`, and changes nothing. Throws `OpeningRefused`. */
export async function describeServer(url: string, prismaDir: string): Promise<ServerFacts> {
  const client = new Client(toConfig(url));
  client.on('error', () => {});
  try {
    await client.connect();
    const [about] = (
      await client.query<{ version: string; number: string; now: Date }>(
        `SELECT current_setting('server_version') AS "version", current_setting('server_version_num') AS "number", now() AS "now"`,
      )
    ).rows;
    if (!about) throw new Error('PostgreSQL answered nothing');
    requireVersion(Number(about.number), url);
    const { applied } = await compareMigrations(client, url, prismaDir);
    const { rows: tables } = await client.query<ServerFacts['tables'][number]>(sizes);
    const { version, now } = about;
    return { version, now, migrations: applied.length, tables };
  } catch (error) {
    throw explainRefusal(error, url) ?? error;
  } finally {
    await client.end().catch(() => {});
  }
}
