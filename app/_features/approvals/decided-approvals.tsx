'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory, IconSearch } from '@/app/_ui/icons/icons';
import type { ApprovalFilter } from '@/lib/contracts/approvals';
import { useDecidedApprovals } from '../../_client/approval-queries';
import { useAddressValue } from '../../_client/use-address-value';
import { SheetList } from '../../_ui/shell/sheet-list';
import { DamagedRows } from '../../_ui/state/damaged-rows';
import { EmptyNote } from '../../_ui/state/empty-note';
import { ErrorNote } from '../../_ui/state/error-note';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { NextPage } from '../../_ui/state/next-page';
import classes from './approvals.module.css';
import { DecidedRow } from './decided-row';

const filters: { value: ApprovalFilter; label: string }[] = [
  { value: 'decided', label: 'All decisions' },
  { value: 'approved', label: 'Approved' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'expired', label: 'Expired' },
];

export function DecidedApprovals() {
  const [search, setSearch] = useAddressValue('search');
  const [debouncedSearch] = useDebouncedValue(search.trim(), 250);
  const [status, setStatus] = useAddressValue('status');
  const filter = filters.find(({ value }) => value === status)?.value ?? 'decided';
  const list = useDecidedApprovals(filter, debouncedSearch);
  const isNarrowed = debouncedSearch !== '' || filter !== 'decided';
  const approvals = list.data?.pages.flatMap((page) => page.approvals) ?? [];
  const damaged = list.data?.pages.flatMap((page) => page.damaged) ?? [];
  return (
    <>
      <div className={classes['filters']}>
        <TextInput
          type="search"
          placeholder="Search decisions"
          aria-label="Search decisions"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          className={classes['search']}
        />
        <NativeSelect
          aria-label="Which decisions"
          value={filter}
          onChange={({ currentTarget: { value } }) => setStatus(value === 'decided' ? '' : value)}
          data={filters}
        />
      </div>
      {list.isPending && <LoadingRows rows={6} />}
      {list.error && !list.data && (
        <ErrorNote
          title="The decisions could not be loaded"
          error={list.error}
          onRetry={list.refetch}
          isRetrying={list.isFetching}
        />
      )}
      <DamagedRows damaged={damaged} what="request" />
      {list.data && approvals.length === 0 && damaged.length === 0 && (
        <EmptyNote
          icon={<IconHistory size={26} stroke={1.5} />}
          title={isNarrowed ? 'No decisions match' : 'No decisions yet'}
        >
          {isNarrowed ? 'Try another search or filter.' : 'Decisions by you and others are kept here.'}
        </EmptyNote>
      )}
      {approvals.length > 0 && (
        <SheetList label="Decided">
          {approvals.map((approval) => (
            <li key={approval.id}>
              <DecidedRow approval={approval} search={debouncedSearch} />
            </li>
          ))}
        </SheetList>
      )}
      <NextPage label="Load more" list={list} />
    </>
  );
}
