'use client';

import { SegmentedControl } from '@mantine/core';
import { usePendingApprovals } from '../../_client/approval-queries';
import { useAddressValue } from '../../_client/use-address-value';
import { PageHeader } from '../../_ui/shell/page-header';
import { DecidedApprovals } from './decided-approvals';
import { UnknownOutcomes } from './unknown-outcomes';
import { WaitingApprovals } from './waiting-approvals';

type Tab = 'waiting' | 'decided';

/** `?tab=decided` links to the decisions. */
export function ApprovalsInbox() {
  const [tabInAddress, setTabInAddress] = useAddressValue('tab');
  const tab: Tab = tabInAddress === 'decided' ? 'decided' : 'waiting';
  const count = usePendingApprovals().data?.pendingCount ?? 0;
  return (
    <>
      <PageHeader
        title="Approvals"
        lead="Nothing risky runs until someone approves it here."
        actions={
          <SegmentedControl<Tab>
            value={tab}
            onChange={(next) => setTabInAddress(next === 'decided' ? next : '')}
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
