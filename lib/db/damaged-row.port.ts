import { AppError } from '../shared/app-error';
import { oncePerProcess } from '../shared/once-per-process';

const brand = Symbol.for('countersign.DamagedRow');

/** What a person knows a table's rows as. */
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

/** How many damaged rows this process has come across, each counted once. */
export const countMetDamage = (): number => met.size;

/**
 * A stored row that this version never writes: nothing is done with it. What reads one row throws it; a list has it in the place of the
 * item. Its message names the row and what a person can do, never the row's content. A request that fails with it is answered 409.
 * Making one counts the row as met, so that no reader can forget to.
 */
export class DamagedRow extends AppError {
  readonly [brand] = true;

  /** `id`: of the row, or of what it belongs to. `problem`: what is wrong, as the end of a sentence about the row. */
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

  /** True for every bundle's copy of this class (see `AppError`). */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && brand in value;
  }
}

/** A ledger is numbered without a gap: an event of it is not there. */
export function missingEvent(runId: string, version: number): DamagedRow {
  return new DamagedRow('RunEvent', `${runId} ${version}`, 'it is missing');
}

/** All events of a run as it was read. Throws `DamagedRow` when the last ones are not there. */
export function requireWholeLedger<Events extends readonly unknown[]>(
  run: { id: string; version: number },
  events: Events,
): Events {
  if (events.length < run.version) throw missingEvent(run.id, events.length + 1);
  return events;
}

/** The value, or the damage that it failed with. */
export function orDamage<Value>(reading: Promise<Value>): Promise<Value | DamagedRow> {
  return reading.catch((error: unknown) => {
    if (error instanceof DamagedRow) return error;
    throw error;
  });
}

/** Parts a list that may have damaged rows in it. */
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
