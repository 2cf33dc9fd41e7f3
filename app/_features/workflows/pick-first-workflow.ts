import type { WorkflowView } from '@/lib/contracts/workflows';
import { isNeeded } from './needed-input';

/**
 * Picks the workflow that shows a new person the most with the least effort: it uses AI, starts without
 * input, and asks for approval of as many kinds of action as possible. The first one wins a tie. Returns null
 * when none qualifies.
 */
export function pickFirstWorkflow(workflows: readonly WorkflowView[]): WorkflowView | null {
  const candidates = workflows.filter(
    (workflow) => workflow.kind === 'agent' && !workflow.fields.some(isNeeded) && countAsking(workflow) > 0,
  );
  return candidates.sort((a, b) => countAsking(b) - countAsking(a))[0] ?? null;
}

function countAsking({ capabilities }: WorkflowView): number {
  return capabilities.filter(({ asks }) => asks).length;
}
