'use client';

import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { usePendingApprovals } from '../../_client/approval-queries';
import { PageHeader } from '../../_ui/shell/page-header';
import { DecidedApprovals } from './decided-approvals';
import { UnknownOutcomes } from './unknown-outcomes';
import { WaitingApprovals } from './waiting-approvals';

type Tab = 'waiting' | 'decided';

export function ApprovalsInbox({ firstTab }: { firstTab: Tab }) {
  const [tab, setTab] = useState<Tab>(firstTab);
  const choose = (next: Tab) => {
    setTab(next);
    window.history.replaceState(null, '', next === 'decided' ? '?tab=decided' : window.location.pathname);
  };
  const count = usePendingApprovals().data?.pendingCount ?? 0;
  return (
    <>
      <PageHeader
        title="Approvals"
        lead="Nothing risky runs until someone approves it here."
        actions={
          <SegmentedControl<Tab>
            value={tab}
            onChange={choose}
            aria-label="Which approvals"
            data={[
              { value: 'waiting', label: count > 0 ? `Waiting (${count})` : 'Waiting' },
              { value: 'decided', label: 'Decided' },
            ]}
          />
        }
      />
      <UnknownOutcomes />
      {tab === 'waiting' ? <WaitingApprovals /> : <DecidedApprovals />}
    </>
  );
}
