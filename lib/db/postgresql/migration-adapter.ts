import { PrismaPg } from '@prisma/adapter-pg';
import {
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils';
import type { Pool } from 'pg';

/** PostgreSQL's catalogue has columns of the type "char", which this version of Prisma's adapter cannot read. */
const charType = 18;
const textType = 25;

type Answer = { fields: { dataTypeID: number }[] };
/** This part of the adapter is private. A changed one fails at the first migration. */
type Inner = SqlDriverAdapter & {
  performIO(query: SqlQuery): Promise<Answer>;
  underlyingDriver(): Pool;
};

/**
 * Connects the schema engine to the database at `connectionString`. Prisma's adapter alone cannot migrate: it
 * splits a script at each semicolon, commits each part, and cannot read the catalogue.
 */
export function createMigrationAdapter(connectionString: string): SqlMigrationAwareDriverAdapterFactory {
  // The engine's lock and its scripts must share a connection.
  const factory = new PrismaPg({ connectionString, max: 1 }, { onPoolError: () => {} });
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => complete((await factory.connect()) as unknown as Inner),
    connectToShadowDb: () => factory.connectToShadowDb(),
  };
}

function complete(connection: Inner): SqlDriverAdapter {
  const { performIO, queryRaw } = connection;
  connection.queryRaw = async (query) => {
    const chars: number[] = [];
    const reading = Object.create(connection, {
      performIO: {
        value: async (one: SqlQuery) => {
          const answer = await performIO.call(connection, one);
          answer.fields.forEach((field, column) => {
            if (field.dataTypeID !== charType) return;
            chars.push(column);
            field.dataTypeID = textType;
          });
          return answer;
        },
      },
    });
    const result = await queryRaw.call(reading, query);
    for (const column of chars) result.columnTypes[column] = ColumnTypeEnum.Character;
    return result;
  };
  // PostgreSQL runs a script without parameters as one transaction, so a migration is applied or leaves nothing.
  connection.executeScript = async (script) => {
    try {
      await connection.underlyingDriver().query(`${script}\n;${markFinished}`);
    } catch (error) {
      throw toDriverError(error);
    }
  };
  return connection;
}

/**
 * The engine notes the end of a migration after its transaction. If the process were killed in between, the next
 * start would apply it again.
 */
const markFinished = `DO $mark$ BEGIN
  IF to_regclass('_prisma_migrations') IS NOT NULL THEN
    UPDATE "_prisma_migrations" SET "finished_at" = now() WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL;
  END IF;
END $mark$`;

type ServerError = Error & Partial<Record<'code' | 'severity' | 'detail' | 'column' | 'hint', string>>;

function toDriverError(error: unknown): DriverAdapterError {
  const { code, severity, message, detail, column, hint } = error as ServerError;
  return new DriverAdapterError({
    kind: 'postgres',
    code: code ?? 'XX000',
    severity: severity ?? 'ERROR',
    message,
    detail,
    column,
    hint,
  });
}
