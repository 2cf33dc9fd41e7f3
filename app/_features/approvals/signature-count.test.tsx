import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { ApprovalView, Signatures } from '@/lib/contracts/approvals';
import { ApprovalHead } from './approval-head';
import { ApprovalRow } from './approval-row';
import { DecisionBar } from './decision-bar';
import { describeDecision } from './describe-decision';
import { decidedApproval } from './testing/decided-approval';

const made = { decision: 'approved', reason: null, at: decidedApproval.requestedAt } as const;
const waiting = (signatures: Signatures | null): ApprovalView => ({
  ...decidedApproval,
  status: 'pending',
  decidedAt: null,
  decidedBy: null,
  signatures,
  decisions: [
    { ...made, by: 'Zoe', digest: 'an earlier state' },
    { ...made, by: 'Ann', digest: decidedApproval.digest },
  ],
});
const mine = { given: 1, needed: 2, isYours: true };
const ofAnother = { ...mine, isYours: false };
const reading = {
  place: null,
  bar: { current: null },
  end: { current: null },
  hasSeenEnd: false,
  moveToEnd: () => {},
};

function draw(approval: ApprovalView) {
  const html = (element: React.ReactNode) =>
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider>{element}</MantineProvider>
      </QueryClientProvider>,
    );
  return {
    head: html(<ApprovalHead approval={approval} titleId="title" />),
    row: html(
      <ApprovalRow approval={approval} isSelected isShown={false} onSelect={() => {}} onOpen={() => {}} />,
    ),
    bar: html(<DecisionBar approval={approval} reading={reading} />),
  };
}

describe('a request that needs two signatures', () => {
  it('says how many have signed, and who signed what is shown now', () => {
    const { head, row } = draw(waiting(ofAnother));
    expect(head).toContain('1 of 2 signed (Ann)');
    expect(row).toContain('1 of 2 signed');
  });

  it('lets a person approve who has not signed', () => {
    const { bar } = draw(waiting(ofAnother));
    expect(bar).toContain('Approve');
    expect(bar).not.toContain('You signed');
  });

  it('waits for another person after one’s own signature, and can still be refused', () => {
    const { bar } = draw(waiting(mine));
    expect(bar).toContain(describeDecision(waiting(mine)));
    expect(bar).toContain('You signed');
    expect(bar).toContain('Reject');
    expect(bar).not.toContain('Approve');
  });
});

it('a request that needs one signature says nothing about signatures', () => {
  const { head, row, bar } = draw(waiting(null));
  expect(head + row + bar).not.toMatch(/ signed/);
  expect(bar).toContain('Approve');
});
