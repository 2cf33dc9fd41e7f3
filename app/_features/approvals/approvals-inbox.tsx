'use client';

import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { usePendingApprovals } from '../../_client/approval-queries';
import { PageHeader } from '../../_ui/shell/page-header';
import { DecidedApprovals } from './decided-approvals';
import { WaitingApprovals } from './waiting-approvals';

export function ApprovalsInbox() {
  const [tab, setTab] = useState('waiting');
  const count = usePendingApprovals().data?.pendingCount ?? 0;
  return (
    <>
      <PageHeader
        title="Approvals"
        lead="Nothing risky happens before somebody signs for it here."
        actions={
          <SegmentedControl
            value={tab}
            onChange={setTab}
            aria-label="Which approvals"
            data={[
              { value: 'waiting', label: count > 0 ? `Waiting (${count})` : 'Waiting' },
              { value: 'decided', label: 'Decided' },
            ]}
          />
        }
      />
      {tab === 'waiting' ? <WaitingApprovals /> : <DecidedApprovals />}
    </>
  );
}
