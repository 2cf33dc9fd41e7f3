import type { SqlQuery, SqlQueryable } from '@prisma/driver-adapter-utils';
import { toSoundText } from '../rows/sound-text';

/**
 * Makes every kind of database store and find the same texts (`toSoundText`), whatever a caller sends. All that
 * Prisma executes goes through the adapter, so no store can forget it.
 */
export function withSoundTexts<Queryable extends SqlQueryable>(queryable: Queryable): Queryable {
  const { queryRaw, executeRaw } = queryable;
  queryable.queryRaw = (query) => queryRaw.call(queryable, toSoundQuery(query));
  queryable.executeRaw = (query) => executeRaw.call(queryable, toSoundQuery(query));
  return queryable;
}

function toSoundQuery(query: SqlQuery): SqlQuery {
  return {
    ...query,
    args: query.args.map((value) => (typeof value === 'string' ? toSoundText(value) : value)),
  };
}
