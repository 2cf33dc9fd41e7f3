'use client';

import { useRouter } from 'next/navigation';
import { IconSignature } from '@/app/_ui/icons/icons';
import { useOthersApprovals } from '../../_client/approval-queries';
import { SheetList } from '../../_ui/shell/sheet-list';
import { DamagedRows } from '../../_ui/state/damaged-rows';
import { EmptyNote } from '../../_ui/state/empty-note';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { NextPage } from '../../_ui/state/next-page';
import { ApprovalRow } from './approval-row';
import { UnknownOutcomes } from './unknown-outcomes';

/**
 * Lists what waits for a signature that the reader may not give, or has given. Each request opens on its own page,
 * to read.
 */
export function OthersApprovals() {
  const router = useRouter();
  const list = useOthersApprovals();
  return (
    <Loaded
      query={list}
      loading={<LoadingRows rows={4} height={72} />}
      failure="The approvals could not be loaded"
    >
      {({ approvals, damaged, unknownOutcomes }) => (
        <>
          <UnknownOutcomes outcomes={unknownOutcomes} />
          <DamagedRows damaged={damaged} what="request" />
          {approvals.length === 0 && unknownOutcomes.length === 0 && damaged.length === 0 && (
            <EmptyNote icon={<IconSignature size={26} stroke={1.5} />} title="Nothing waits for others">
              Requests that you may not sign, or have signed, wait here for someone who may.
            </EmptyNote>
          )}
          {approvals.length > 0 && (
            <SheetList label="Waiting for others">
              {approvals.map((approval) => (
                <li key={approval.id}>
                  <ApprovalRow
                    approval={approval}
                    isSelected
                    isShown={false}
                    onSelect={() => {}}
                    onOpen={() => router.push(`/approvals/${approval.id}`)}
                  />
                </li>
              ))}
            </SheetList>
          )}
          <NextPage label="Show more" list={list} />
        </>
      )}
    </Loaded>
  );
}
