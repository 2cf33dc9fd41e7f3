'use client';

import Link from 'next/link';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { isPinned, usePinnedWorkflows } from '../../_client/pinned-workflows';
import { WorkflowIcon } from '../../_ui/icons/workflow-icon';
import { Highlighted } from '../../_ui/text/highlighted';
import { PinButton } from './pin-button';
import classes from './workflow-row.module.css';

type Props = { workflow: WorkflowView; search: string };

/** Shows a workflow in a list. Most workflows use AI, so the row says only when one does not. */
export function WorkflowRow({ workflow, search }: Props) {
  const { id, title, icon, description, kind } = workflow;
  const pinnedIds = usePinnedWorkflows();
  return (
    <div className={classes['frame']}>
      <Link href={`/workflows/${id}`} className={classes['row']}>
        <span className={classes['icon']}>
          <WorkflowIcon name={icon} size={18} />
        </span>
        <span className={classes['title']}>
          <Highlighted text={title} search={search} />
        </span>
        <span className={classes['description']}>
          <Highlighted text={description} search={search} />
        </span>
        {kind === 'direct' && <span className={classes['fact']}>No AI</span>}
      </Link>
      <PinButton workflow={workflow} isPinned={isPinned(workflow, pinnedIds)} className={classes['pin']} />
    </div>
  );
}
