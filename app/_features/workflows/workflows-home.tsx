'use client';

import { TextInput } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@/app/_ui/icons/icons';
import { usePinnedWorkflows } from '../../_client/pinned-workflows';
import { useAddressValue } from '../../_client/use-address-value';
import { useWorkflows } from '../../_client/workflow-queries';
import { PageHeader } from '../../_ui/shell/page-header';
import { EmptyNote } from '../../_ui/state/empty-note';
import { Loaded } from '../../_ui/state/loaded';
import { BrokenFiles } from './broken-files';
import { DemonstrationNotice } from './demonstration-notice';
import { FirstVisit } from './first-visit';
import { findWorkflows, groupByCategory, pinnedWorkflows, recentWorkflows } from './group-workflows';
import { WorkflowSection, WorkflowSkeleton } from './workflow-section';
import classes from './workflow-section.module.css';

export function WorkflowsHome() {
  const query = useWorkflows();
  const { data } = query;
  const [search, setSearch] = useAddressValue('search');
  const isSearching = search.trim() !== '';
  const found = findWorkflows(data?.workflows ?? [], search);
  const pinnedIds = usePinnedWorkflows();
  const pinned = isSearching ? [] : pinnedWorkflows(found, pinnedIds);
  const recent = isSearching ? [] : recentWorkflows(found, pinnedIds);
  const isFirstVisit = data?.workflows.every(({ lastStartedAt }) => lastStartedAt === null) ?? false;

  return (
    <>
      <PageHeader
        title="Workflows"
        lead="Pick a task, fill in the form, approve each change."
        actions={
          <TextInput
            type="search"
            placeholder="Search workflows"
            aria-label="Search workflows"
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            w={{ base: '100%', xs: '16rem' }}
          />
        }
      />
      <Loaded query={query} loading={<WorkflowSkeleton />} failure="The workflows could not be loaded">
        {(list) => (
          <>
            {isFirstVisit && !isSearching && <FirstVisit workflows={list.workflows} />}
            {list.model.isDemo && !isSearching && <DemonstrationNotice modelName={list.model.name} />}
            {list.problems.length > 0 && <BrokenFiles problems={list.problems} />}
            {pinned.length > 0 && (
              <WorkflowSection title="Pinned" workflows={pinned} search={search} withLastStart />
            )}
            {recent.length > 0 && (
              <WorkflowSection title="Recent" workflows={recent} search={search} withLastStart />
            )}
            <div className={classes['categories']}>
              {groupByCategory(found).map(({ category, workflows }) => (
                <WorkflowSection key={category} title={category} workflows={workflows} search={search} />
              ))}
            </div>
            {isSearching && found.length === 0 && (
              <EmptyNote icon={<IconSearchOff size={26} stroke={1.5} />} title="No workflow matches">
                No name or description contains “{search.trim()}”.
              </EmptyNote>
            )}
            {!isSearching && list.workflows.length === 0 && (
              <EmptyNote icon={<IconSearchOff size={26} stroke={1.5} />} title="There are no workflows yet">
                Add a workflow file to the workflows folder, and it appears here.
              </EmptyNote>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
