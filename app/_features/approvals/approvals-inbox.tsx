'use client';

import { SegmentedControl } from '@mantine/core';
import { usePendingApprovals } from '../../_client/approval-queries';
import { useAddressValue } from '../../_client/use-address-value';
import { PageHeader } from '../../_ui/shell/page-header';
import { DecidedApprovals } from './decided-approvals';
import { OthersApprovals } from './others-approvals';
import { UnknownOutcomes } from './unknown-outcomes';
import { WaitingApprovals } from './waiting-approvals';

type Tab = 'waiting' | 'others' | 'decided';

const tabs: readonly Tab[] = ['waiting', 'others', 'decided'];

/** `?tab=decided` links to the decisions, and `?tab=others` to what only others may sign now. */
export function ApprovalsInbox() {
  const [tabInAddress, setTabInAddress] = useAddressValue('tab');
  const tab = tabs.find((one) => one === tabInAddress) ?? 'waiting';
  const { data } = usePendingApprovals();
  const [count, others] = [data?.needsYouCount ?? 0, data?.othersCount ?? 0];
  const othersTab = {
    value: 'others' as const,
    label: others > 0 ? `Waiting for others (${others})` : 'Waiting for others',
  };
  return (
    <>
      <PageHeader
        title="Approvals"
        lead="Nothing risky runs until someone approves it here."
        actions={
          <SegmentedControl<Tab>
            value={tab}
            onChange={(next) => setTabInAddress(next === 'waiting' ? '' : next)}
            aria-label="Which approvals"
            data={[
              { value: 'waiting', label: count > 0 ? `Waiting (${count})` : 'Waiting' },
              // A person who may sign everything never needs this tab.
              ...(others > 0 || tab === 'others' ? [othersTab] : []),
              { value: 'decided', label: 'Decided' },
            ]}
          />
        }
      />
      {tab !== 'others' && <UnknownOutcomes outcomes={data?.unknownOutcomes ?? []} />}
      {tab === 'waiting' && <WaitingApprovals />}
      {tab === 'others' && <OthersApprovals />}
      {tab === 'decided' && <DecidedApprovals />}
    </>
  );
}
