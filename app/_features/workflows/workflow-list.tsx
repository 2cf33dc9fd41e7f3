'use client';

import { TextInput, Title } from '@mantine/core';
import { IconSearch, IconSearchOff } from '@/app/_ui/icons/icons';
import type { WorkflowList as List } from '@/lib/contracts/workflows';
import { usePinnedWorkflows } from '../../_client/pinned-workflows';
import { useAddressValue } from '../../_client/use-address-value';
import { EmptyNote } from '../../_ui/state/empty-note';
import { BrokenFiles } from './broken-files';
import { findWorkflows, groupByCategory, pinnedWorkflows, recentWorkflows } from './group-workflows';
import classes from './workflow-list.module.css';
import { WorkflowSection } from './workflow-section';

/**
 * Lists pinned and recent workflows, then all workflows by category. The search field stays in place during a
 * search.
 */
export function WorkflowList({ list }: { list: List }) {
  const [search, setSearch] = useAddressValue('search');
  const isSearching = search.trim() !== '';
  const found = findWorkflows(list.workflows, search);
  const pinnedIds = usePinnedWorkflows();
  const first = isSearching
    ? []
    : [...pinnedWorkflows(found, pinnedIds), ...recentWorkflows(found, pinnedIds)];
  return (
    <section className={classes['list']} aria-labelledby="workflows">
      <div className={classes['head']}>
        <Title order={2} size="h3" id="workflows">
          Workflows
        </Title>
        <TextInput
          type="search"
          placeholder="Search workflows"
          aria-label="Search workflows"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          w={{ base: '100%', xs: '16rem' }}
        />
      </div>
      {list.problems.length > 0 && <BrokenFiles problems={list.problems} />}
      {first.length > 0 && <WorkflowSection title="Pinned and recent" workflows={first} search={search} />}
      {groupByCategory(found).map(({ category, workflows }) => (
        <WorkflowSection key={category} title={category} workflows={workflows} search={search} />
      ))}
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
    </section>
  );
}
