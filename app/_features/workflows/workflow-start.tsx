'use client';

import { Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { IconMapOff } from '@/app/_ui/icons/icons';
import type { StartedRun } from '@/lib/contracts/run-requests';
import { readPrefill } from '../../_client/prefill-store';
import { useWorkflows } from '../../_client/workflow-queries';
import { WorkflowIcon } from '../../_ui/icons/workflow-icon';
import { BackLink } from '../../_ui/shell/back-link';
import { Page } from '../../_ui/shell/page';
import { EmptyNote } from '../../_ui/state/empty-note';
import { Loaded } from '../../_ui/state/loaded';
import { ToWorkflows } from '../../_ui/state/to-workflows';
import { StartForm } from './start-form';
import { WhatMayHappen } from './what-may-happen';
import classes from './workflow-start.module.css';

type Props = {
  workflowId: string;
  formerIds: readonly string[];
  /** These values come from the address. They fill in the form and never start it. */
  linked: Readonly<Record<string, unknown>>;
  /** The person opened the form to run a workflow again with other values. */
  isRerun: boolean;
  onStarted: (started: StartedRun) => void;
};

export function WorkflowStart({ workflowId, formerIds, linked, isRerun, onStarted }: Props) {
  const workflows = useWorkflows();
  const [prefill] = useState(() =>
    isRerun && typeof window !== 'undefined' ? readPrefill([workflowId, ...formerIds]) : null,
  );
  const [modelId, setModelId] = useState(prefill?.modelId ?? null);
  const picked = workflows.data?.models.find(({ id }) => id === modelId);
  const workflow = workflows.data?.workflows.find(({ id }) => id === workflowId);

  return (
    <Page title={workflow?.title ?? 'Workflow'}>
      <BackLink href="/">Workflows</BackLink>
      <Loaded query={workflows} loading={<Loading />} failure="The workflow could not be loaded">
        {(data) =>
          workflow ? (
            <>
              <header className={classes['header']}>
                <span className={classes['icon']}>
                  <WorkflowIcon name={workflow.icon} size={24} />
                </span>
                <div>
                  <h1>{workflow.title}</h1>
                  <p>{workflow.description}</p>
                </div>
              </header>
              <div className={classes['columns']}>
                <StartForm
                  workflow={workflow}
                  prefilled={prefill?.parameters ?? linked}
                  conversationId={prefill?.conversationId ?? null}
                  models={data.models}
                  modelId={modelId}
                  onModel={setModelId}
                  onStarted={onStarted}
                />
                <WhatMayHappen
                  workflow={workflow}
                  conversationId={prefill?.conversationId ?? null}
                  model={picked ?? data.model}
                />
              </div>
            </>
          ) : (
            <EmptyNote
              icon={<IconMapOff size={26} stroke={1.5} />}
              title="This workflow was removed or never existed"
              order={1}
              action={<ToWorkflows />}
            >
              Its file may have another name now, or a mistake in it.
            </EmptyNote>
          )
        }
      </Loaded>
    </Page>
  );
}

function Loading() {
  return (
    <Stack gap="lg" aria-busy>
      <Skeleton height={34} width="40%" />
      <Skeleton height={60} />
      <Skeleton height={120} />
    </Stack>
  );
}
