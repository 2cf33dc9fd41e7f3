import type { RunEvent as RunEventRow } from '../generated/client';
import type { RunChange, RunColumns } from '../ports/run-writer.port';
import { fromNow, type Statement } from './statements';

/** Every commit of a run changes these columns. */
export const changedColumns = [
  'version',
  'modelName',
  'modelJson',
  'stateJson',
  'steps',
  'activeMs',
  'malformedReplies',
  'rejectedCallHashesJson',
  'usageJson',
  'updatedAt',
] as const satisfies (keyof RunColumns)[];

/** `leaseUntil` is the number of milliseconds from now. */
type LeaseColumns = { leaseOwner: string | null; leaseUntil: number | null };
type ChangedRun = RunColumns & LeaseColumns;

/**
 * Prepares a change of these columns of a run, with its new events. The run must have the version that the
 * commit saw, and the driver must hold its lease (null allows any holder). The answer counts the changed runs:
 * one or none.
 */
export function prepareChange(name: string, columns: readonly (keyof ChangedRun)[]) {
  const assignments = columns.map((column, index) => {
    const placeholder = `$${index + 1}`;
    return `"${column}" = ${column === 'leaseUntil' ? fromNow(placeholder) : placeholder}`;
  });
  const [id, version, owner] = [1, 2, 3].map((offset) => `$${columns.length + offset}`);
  const statement: Statement = {
    name,
    text: `WITH "changed" AS (
        UPDATE "Run" SET ${assignments.join(', ')}, "heartbeatAt" = NULL
        WHERE "id" = ${id} AND "version" = ${version}
          AND "leaseOwner" IS NOT DISTINCT FROM coalesce(${owner}, "leaseOwner")
        RETURNING "id"
      ), "appended" AS (${appendEvents(columns.length + 4, 'WHERE EXISTS (SELECT 1 FROM "changed")')})
      SELECT count(*) AS "changed" FROM "changed"`,
  };
  const toValues = (change: RunChange, lease: LeaseColumns): unknown[] => {
    const run: ChangedRun = { ...change.columns, ...lease };
    return [...columns.map((column) => run[column]), change.runId, change.version, change.owner];
  };
  return { statement, toValues };
}

/** Writes a statement that appends any number of events. Its values are those of `toEventValues`. */
export function appendEvents(first: number, condition: string): string {
  const types = ['text', 'int', 'text', 'text', 'text', 'timestamp'];
  const arrays = types.map((type, index) => `$${first + index}::${type}[]`).join(', ');
  return `INSERT INTO "RunEvent" ("runId", "version", "type", "payloadJson", "actorId", "at")
    SELECT * FROM unnest(${arrays}) ${condition}`;
}

/** Returns one list for each column. */
export function toEventValues(events: readonly RunEventRow[]): unknown[][] {
  return [
    events.map(({ runId }) => runId),
    events.map(({ version }) => version),
    events.map(({ type }) => type),
    events.map(({ payloadJson }) => payloadJson),
    events.map(({ actorId }) => actorId),
    events.map(({ at }) => at),
  ];
}
