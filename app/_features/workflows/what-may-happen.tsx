import { Title } from '@mantine/core';
import { IconEye, IconSignature } from '@tabler/icons-react';
import type { WorkflowView } from '@/lib/contracts/workflows';
import { formatLimit } from '../../_ui/time/format-time';
import classes from './what-may-happen.module.css';

type Props = { workflow: WorkflowView; modelName: string; isDemo: boolean };

export function WhatMayHappen({ workflow, modelName, isDemo }: Props) {
  const asks = workflow.capabilities.filter((capability) => capability.asks);
  const free = workflow.capabilities.filter((capability) => !capability.asks);
  const isDirect = workflow.kind === 'direct';
  return (
    <aside className={classes['aside']} aria-labelledby="what-may-happen">
      <Title order={2} size="h3" id="what-may-happen">
        What may happen
      </Title>
      {asks.length > 0 && (
        <>
          <p className={classes['group']} data-tone="needs-you">
            <IconSignature size={16} aria-hidden />
            {isDirect ? 'With your consent' : 'Only after you sign'}
          </p>
          <ul className={classes['list']}>
            {asks.map(({ description }) => (
              <li key={description}>{description}</li>
            ))}
          </ul>
        </>
      )}
      {free.length > 0 && (
        <>
          <p className={classes['group']}>
            <IconEye size={16} aria-hidden />
            Without asking
          </p>
          <ul className={classes['list']}>
            {free.map(({ description }) => (
              <li key={description}>{description}</li>
            ))}
          </ul>
        </>
      )}
      <dl className={classes['facts']}>
        <dt>Model</dt>
        <dd>{isDirect ? 'None: the steps are fixed' : isDemo ? `${modelName} (no AI)` : modelName}</dd>
        {!isDirect && (
          <>
            <dt>Steps</dt>
            <dd>{workflow.limits.maxSteps} at most</dd>
          </>
        )}
        <dt>Time</dt>
        <dd>{formatLimit(workflow.limits.maxActiveMs)} of work; waiting for you is not counted</dd>
      </dl>
    </aside>
  );
}
