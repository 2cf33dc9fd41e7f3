import { AppError } from '../../shared/app-error';
import { oncePerProcess } from '../../shared/once-per-process';

const brand = Symbol.for('countersign.DamagedRow');

/** A person knows a table's rows by these words. */
const nouns: Record<string, string> = {
  Actor: 'This account',
  Approval: 'This request',
  ApprovalDecision: 'This request',
  CallPreview: 'This step',
  Conversation: 'This conversation',
  PromptSnapshot: 'This run',
  Rule: 'This rule',
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
 * throws it, and a list names the row beside its items. Its message names the row and what a person can do,
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
