import type { Actor } from '../domain/actor';
import { isAtLeast } from '../domain/role';
import type { Workflow } from '../workflows/workflow';

/** Returns why this actor may not start a workflow, as its file says, in a sentence for that person, or null. */
export function whyNotStart(actor: Actor, { startedByRole }: Pick<Workflow, 'startedByRole'>): string | null {
  if (startedByRole === null || isAtLeast(actor.role, startedByRole)) return null;
  return `This workflow can be started by people with the role ${startedByRole}, or one that may more.`;
}
