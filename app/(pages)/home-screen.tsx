'use client';

import { Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMay } from '../_client/me';
import { useWorkflows } from '../_client/workflow-queries';
import { HomeRuns } from '../_features/conversations/home-runs';
import { useHomeRuns } from '../_features/conversations/use-home-runs';
import { DemonstrationNotice } from '../_features/workflows/demonstration-notice';
import { FirstVisit } from '../_features/workflows/first-visit';
import { RequestComposer } from '../_features/workflows/request-composer';
import { findRequestTarget } from '../_features/workflows/request-field';
import { WorkflowList } from '../_features/workflows/workflow-list';
import { Callout } from '../_ui/state/callout';
import { Loaded } from '../_ui/state/loaded';
import { useOpenPage } from './use-open-page';

const hiddenTitle = (
  <VisuallyHidden>
    <h1>Home</h1>
  </VisuallyHidden>
);

/** Puts a person's work first: the composer, then runs that wait or work, then the workflows. */
export function HomeScreen() {
  const openPage = useOpenPage();
  const may = useMay();
  const query = useWorkflows();
  const home = useHomeRuns();
  // The page waits for both lists, so that nothing moves when the second one arrives.
  const shown =
    query.data !== undefined && home.isPending ? { ...query, data: undefined, isPending: true } : query;
  return (
    <>
      {!shown.data && hiddenTitle}
      <Loaded query={shown} loading={<Loading />} failure="The workflows could not be loaded">
        {(list) => {
          const target = findRequestTarget(list.workflows);
          const hasRuns = Object.values(home.runs).some(({ length }) => length > 0);
          const isFirstVisit =
            !hasRuns && list.workflows.every(({ lastStartedAt }) => lastStartedAt === null);
          return (
            <>
              {isFirstVisit && may('start') && <FirstVisit workflows={list.workflows} />}
              {!may('start') ? (
                <OnlyReads />
              ) : target ? (
                <RequestComposer
                  list={list}
                  target={target}
                  title={(id) => (
                    <Title order={isFirstVisit ? 2 : 1} size={isFirstVisit ? 'h2' : 'h1'} id={id} mb="sm">
                      What should be done?
                    </Title>
                  )}
                  onStarted={({ conversationId }) =>
                    openPage(`/conversations/${conversationId}`, { keepsDialog: true })
                  }
                />
              ) : (
                !isFirstVisit && hiddenTitle
              )}
              {!target && list.model.isDemo && may('start') && (
                <Callout tone="plain">
                  <DemonstrationNotice />
                </Callout>
              )}
              <HomeRuns home={home} />
              <WorkflowList list={list} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function OnlyReads() {
  return (
    <header>
      <Title order={1} mb="xs">
        What others are doing
      </Title>
      <Text c="dimmed" mb="lg">
        Your role can only read. An operator can start runs.
      </Text>
    </header>
  );
}

function Loading() {
  return (
    <Stack gap="sm" aria-busy>
      <VisuallyHidden>Loading…</VisuallyHidden>
      <Skeleton height={34} width="40%" />
      <Skeleton height={124} radius="lg" mb="lg" />
      {['one', 'two', 'three', 'four', 'five'].map((name) => (
        <Skeleton key={name} height={48} />
      ))}
    </Stack>
  );
}
