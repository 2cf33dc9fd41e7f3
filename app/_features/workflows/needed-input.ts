import type { WorkflowField } from '@/lib/contracts/workflows';

/** Whether a person must fill it in: it is required and has no default. A switch is on or off from the start. */
export function isNeeded({ required, type, default: initial }: WorkflowField): boolean {
  return required && type !== 'switch' && (initial === null || initial === '');
}
