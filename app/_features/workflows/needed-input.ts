import type { WorkflowField } from '@/lib/contracts/workflows';

/**
 * Says whether a person must fill in a field: it is required and has no default. A switch is on or off from
 * the start.
 */
export function isNeeded({ required, type, default: initial }: WorkflowField): boolean {
  return required && type !== 'switch' && (initial === null || initial === '');
}
