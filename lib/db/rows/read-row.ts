import type { z } from 'zod';
import { DamagedRow } from '../ports/damaged-row.port';
import { type StoredTable, storedRows } from './stored-rows';

type Stored<Table extends StoredTable> = z.output<(typeof storedRows)[Table]>;

/** Checks a row that was read back, and parses its JSON. Throws `DamagedRow`. */
export function readRow<Table extends StoredTable>(table: Table, row: object): Stored<Table> {
  // The compiler does not connect a generic key with the output of its shape.
  return readPart(table, storedRows[table] as unknown as z.ZodType<Stored<Table>>, row);
}

/** Does the same for some columns of a row of `table`. `rowId` names the row. */
export function readPart<Shape>(
  table: StoredTable,
  shape: z.ZodType<Shape>,
  row: object,
  rowId = nameOf(row),
): Shape {
  const parsed = shape.safeParse(row);
  if (parsed.success) return parsed.data;
  throw new DamagedRow(table, rowId, parsed.error.issues.slice(0, 3).map(describe).join('; '));
}

/** Throws `DamagedRow` for a row whose shape is sound. `rowId` names the row. */
export function refuseRow(table: StoredTable, rowId: string, problem: string): never {
  throw new DamagedRow(table, rowId, problem);
}

/** Says the same in words for a person. */
export const describeDamage = (table: StoredTable, rowId: string, problem: string): string =>
  new DamagedRow(table, rowId, problem).message;

const fault = /^it is/;

function describe({ path, message }: z.core.$ZodIssue): string {
  return `${path.map(String).join('.') || 'the row'} cannot be read${fault.test(message) ? `, ${message}` : ''}`;
}

/** Writes the key of a row on one line. */
export function nameOf(row: object): string {
  const { id, runId, version, approvalId, callId, number, promptId, workflowId, revision, key, actorId } =
    row as Record<string, unknown>;
  const parts =
    id !== undefined
      ? [id]
      : [
          runId ?? approvalId ?? callId ?? promptId ?? workflowId ?? key ?? actorId,
          version ?? number ?? revision,
        ];
  return parts
    .filter((part) => part !== undefined)
    .map(toText)
    .join(' ');
}

/** Writes a value that is not a text as SQL does. */
function toText(part: unknown): string {
  if (part instanceof Uint8Array) return `x'${Buffer.from(part).toString('hex')}'`;
  return part === null ? 'NULL' : String(part);
}
