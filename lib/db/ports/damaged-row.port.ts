import { AppError } from '../../shared/app-error';
import { oncePerProcess } from '../../shared/once-per-process';

const brand = Symbol.for('countersign.DamagedRow');

/** A person knows a table's rows by these words. */
const nouns: Record<string, string> = {
  Approval: 'This request',
  ApprovalDecision: 'This request',
  CallPreview: 'This step',
  Conversation: 'This conversation',
  PromptSnapshot: 'This run',
  Run: 'This run',
  RunEvent: 'This run',
  Setting: 'The stored model settings',
  SystemPrompt: 'This system prompt',
  SystemPromptVersion: 'This system prompt',
  ToolCall: 'This step',
};

const met = oncePerProcess('damaged rows', () => new Set<string>());
const mostMet = 10_000;

/** Counts the damaged rows that this process has met, each of them once. */
export const countMetDamage = (): number => met.size;

/**
 * Reports a stored row that this version never writes: the server does nothing with it. A read of one row
 * throws it, and a list has it in place of the item. Its message names the row and what a person can do,
 * never the row's content. The server answers 409 to a request that fails with it. The constructor counts the
 * row as met, so that no reader can forget to.
 */
export class DamagedRow extends AppError {
  readonly [brand] = true;

  /** `id` names the row or its owner. `problem` ends a sentence about the row. */
  constructor(
    readonly table: string,
    readonly id: string,
    readonly problem: string,
  ) {
    super(
      'damaged_data',
      `${nouns[table] ?? 'This row'} is damaged in the database (${table} ${id}: ${problem}). ` +
        'Countersign leaves it alone. To set it aside, stop Countersign and run “npm run doctor -- --repair”.',
    );
    if (met.size < mostMet) met.add(`${table} ${id}`);
  }

  /** Accepts every bundle's copy of this class (see `AppError`). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** Reports a gap: a ledger's numbers have none, so the event with this number is lost. */
export function missingEvent(runId: string, version: number): DamagedRow {
  return new DamagedRow('RunEvent', `${runId} ${version}`, 'it is missing');
}

/** Returns the events of a run as they were read. Throws `DamagedRow` when the last ones are missing. */
export function requireWholeLedger<Events extends readonly unknown[]>(
  run: { id: string; version: number },
  events: Events,
): Events {
  if (events.length < run.version) throw missingEvent(run.id, events.length + 1);
  return events;
}

/** Returns the value, or the damage that the reading failed with. */
export function orDamage<Value>(reading: Promise<Value>): Promise<Value | DamagedRow> {
  return reading.catch((error: unknown) => {
    if (error instanceof DamagedRow) return error;
    throw error;
  });
}

/** Separates the items of a list from its damaged rows. */
export function partDamaged<Item>(listed: readonly (Item | DamagedRow)[]): {
  items: Item[];
  damaged: DamagedRow[];
} {
  const items: Item[] = [];
  const damaged: DamagedRow[] = [];
  for (const one of listed) {
    if (one instanceof DamagedRow) damaged.push(one);
    else items.push(one);
  }
  return { items, damaged };
}
