import Link from 'next/link';
import { ApprovalPanel } from '../../../_features/approvals/approval-panel';
import { Page } from '../../../_ui/shell/page';
import { PageHeader } from '../../../_ui/shell/page-header';

export default async function ApprovalPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Page title="Approval" width="column">
      <PageHeader title="Approval" lead={<Link href="/approvals">All approvals</Link>} />
      <ApprovalPanel key={id} approvalId={id} />
    </Page>
  );
}
