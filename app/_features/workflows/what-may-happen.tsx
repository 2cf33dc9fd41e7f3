import { Title } from '@mantine/core';
import { IconEye, IconSignature } from '@/app/_ui/icons/icons';
import type { WorkflowList, WorkflowView } from '@/lib/contracts/workflows';
import { useMe } from '../../_client/me';
import { useStartWorkspace } from '../../_client/workspaces';
import { ModelVerdictLine } from '../../_ui/model/model-verdict-line';
import { formatLimit } from '../../_ui/time/format-time';
import classes from './what-may-happen.module.css';

type Props = {
  workflow: WorkflowView;
  conversationId: string | null;
  model: Pick<WorkflowList['model'], 'name' | 'problem' | 'check'>;
};

export function WhatMayHappen({ workflow, conversationId, model }: Props) {
  const limits = useStartWorkspace(conversationId).lowerLimits(workflow.limits);
  const asks = workflow.capabilities.filter((capability) => capability.asks);
  const free = workflow.capabilities.filter((capability) => !capability.asks);
  const isDirect = workflow.kind === 'direct';
  const me = useMe();
  const signsAll = me === null || (me.may.sign !== null && me.signsUpTo === null);
  const approval = signsAll ? 'Only after you approve' : 'Only after someone approves';
  return (
    <aside className={classes['aside']} aria-labelledby="what-may-happen">
      <Title order={2} size="h3" id="what-may-happen">
        What may happen
      </Title>
      {asks.length > 0 && (
        <>
          <p className={classes['group']} data-tone="needs-you">
            <IconSignature size={16} aria-hidden />
            {isDirect ? 'After you confirm' : approval}
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
            Without asking you
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
        <dd>
          {isDirect ? 'No AI' : (workflow.model?.name ?? model.name)}
          {!isDirect && !workflow.model && <ModelVerdictLine check={model.check} problem={model.problem} />}
        </dd>
        {!isDirect && (
          <>
            <dt>Steps</dt>
            <dd>Up to {limits.maxSteps}</dd>
          </>
        )}
        <dt>Time</dt>
        <dd>Up to {formatLimit(limits.maxActiveMs)} (waiting for you doesn’t count)</dd>
        {workflow.signedBy !== null && (
          <>
            <dt>Signed by</dt>
            <dd>{workflow.signedBy}</dd>
          </>
        )}
        {workflow.approvalExpiresAfterMs !== null && (
          <>
            <dt>Requests</dt>
            <dd>Expire after {formatLimit(workflow.approvalExpiresAfterMs)}</dd>
          </>
        )}
      </dl>
    </aside>
  );
}
