import { IconMessage } from '../icons/icons';
import { WorkflowIcon } from '../icons/workflow-icon';

/**
 * Shows the icon of a run's workflow. Null means that a message started the run, or that its workflow is
 * gone.
 */
export function RunIcon({ name, size = 18 }: { name: string | null; size?: number }) {
  return name === null ? (
    <IconMessage size={size} stroke={1.6} aria-hidden />
  ) : (
    <WorkflowIcon name={name} size={size} />
  );
}
