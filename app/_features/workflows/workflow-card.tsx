'use client';

import Link from 'next/link';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { usePinnedWorkflows } from '../../_client/pinned-workflows';
import { Highlighted } from '../../_ui/text/highlighted';
import { TimeAgo } from '../../_ui/time/time-ago';
import { PinButton } from './pin-button';
import classes from './workflow-card.module.css';
import { WorkflowIcon } from './workflow-icon';

type Props = { workflow: WorkflowView; search: string; withLastStart?: boolean };

export function WorkflowCard({ workflow, search, withLastStart = false }: Props) {
  const needed = workflow.fields.filter((field) => field.required).length;
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
            <span>{workflow.kind === 'direct' ? 'Direct, no model' : 'Uses the model'}</span>
            <span>{describeInput(needed, workflow.fields.length)}</span>
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

function describeInput(needed: number, offered: number): string {
  if (offered === 0) return 'No input';
  if (needed === 0) return 'Input optional';
  return needed === 1 ? '1 thing to fill in' : `${needed} things to fill in`;
}
