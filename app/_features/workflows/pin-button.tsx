'use client';

import { ActionIcon } from '@mantine/core';
import { IconPin, IconPinnedFilled } from '@/app/_ui/icons/icons';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { togglePinned } from '../../_client/pinned-workflows';

type Props = { workflow: WorkflowView; isPinned: boolean; className: string | undefined };

/** Keeps a workflow at the top of the page, in this browser. */
export function PinButton({ workflow, isPinned, className }: Props) {
  const Icon = isPinned ? IconPinnedFilled : IconPin;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      className={className}
      aria-label={`Pin ${workflow.title}`}
      aria-pressed={isPinned}
      title={isPinned ? 'Unpin' : 'Pin to the top'}
      onClick={() => togglePinned(workflow)}
    >
      <Icon size={16} stroke={1.6} aria-hidden />
    </ActionIcon>
  );
}
