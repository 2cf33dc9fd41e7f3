'use client';

import Link from 'next/link';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { usePinnedWorkflows } from '../../_client/pinned-workflows';
import { WorkflowIcon } from '../../_ui/icons/workflow-icon';
import { Highlighted } from '../../_ui/text/highlighted';
import { TimeAgo } from '../../_ui/time/time-ago';
import { describeNeededInput } from './needed-input';
import { PinButton } from './pin-button';
import classes from './workflow-card.module.css';

type Props = { workflow: WorkflowView; search: string; withLastStart?: boolean };

export function WorkflowCard({ workflow, search, withLastStart = false }: Props) {
  const needed = describeNeededInput(workflow.fields);
  const isPinned = usePinnedWorkflows().includes(workflow.id);
  return (
    <div className={classes['frame']}>
      <Link href={`/workflows/${workflow.id}`} className={classes['card']}>
        <span className={classes['icon']}>
          <WorkflowIcon name={workflow.icon} />
        </span>
        <span className={classes['body']}>
          <span className={classes['title']}>
            <Highlighted text={workflow.title} search={search} />
          </span>
          <span className={classes['description']}>
            <Highlighted text={workflow.description} search={search} />
          </span>
          <span className={classes['facts']}>
            <span>{workflow.kind === 'direct' ? 'No AI, fixed steps' : 'Uses AI'}</span>
            {needed !== null && <span>{needed}</span>}
            {withLastStart && workflow.lastStartedAt && (
              <span>
                Started <TimeAgo iso={workflow.lastStartedAt} />
              </span>
            )}
          </span>
        </span>
      </Link>
      <PinButton
        workflowId={workflow.id}
        title={workflow.title}
        isPinned={isPinned}
        className={classes['pin']}
      />
    </div>
  );
}
