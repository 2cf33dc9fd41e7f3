import { type ClientBase, Pool, types } from 'pg';
import { toSoundText } from '../rows/sound-text';
import { mostConnections } from './pools';
import { isStalePlan } from './server-error';

/** Executes a statement that each connection prepares once, under its name. */
export type Query = <Row extends object>(
  statement: Statement,
  values: readonly unknown[],
) => Promise<{ rows: Row[]; rowCount: number }>;

export type Statement = { name: string; text: string };

const timestamp = 1114;
const bigInteger = 20;

/** Reads values as Prisma's client does: times are in UTC. */
const parsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === timestamp) return (text: string) => new Date(`${text.replace(' ', 'T')}Z`);
    if (oid === bigInteger) return Number;
    return types.getTypeParser(oid, format as 'text');
  },
};

/**
 * Executes statements on this connection, or on any connection of a pool. A newer server may change a table while
 * this one runs. The pool then closes each connection that prepared a statement before, and the next one works.
 */
export const createQuery =
  (client: Pick<ClientBase, 'query'> | Pool): Query =>
  async <Row extends object>({ name, text }: Statement, values: readonly unknown[]) => {
    const parameters = { name, text, values: values.map(toValue), types: parsers as typeof types };
    for (let stale = 0; ; stale += 1)
      try {
        const { rows, rowCount } = await (client as Pool).query<Row>(parameters);
        return { rows, rowCount: rowCount ?? 0 };
      } catch (error) {
        if (!(client instanceof Pool) || stale === mostConnections || !isStalePlan(error)) throw error;
      }
  };

/** Writes a time in UTC: the driver itself would write it in the time zone of this process. */
function toValue(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString().replace('Z', '');
  if (typeof value === 'string') return toSoundText(value);
  return Array.isArray(value) ? value.map(toValue) : value;
}

/** Computes the time by PostgreSQL's clock, as the columns have it. It passes during a transaction. */
export const now = `(clock_timestamp() AT TIME ZONE 'UTC')::timestamp(3)`;

/** Computes the time so many milliseconds from now. It is NULL when the number is. */
export const fromNow = (placeholder: string) =>
  `(${now} + ${placeholder}::double precision * interval '1 millisecond')::timestamp(3)`;
