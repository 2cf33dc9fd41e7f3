import { ApprovalPanel } from '../../../_features/approvals/approval-panel';
import { BackLink } from '../../../_ui/shell/back-link';
import { Page } from '../../../_ui/shell/page';
import { PageHeader } from '../../../_ui/shell/page-header';

export default async function ApprovalPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <Page title="Approval" width="column">
      <BackLink href="/approvals">Approvals</BackLink>
      <PageHeader title="Approval" />
      <ApprovalPanel key={id} approvalId={id} />
    </Page>
  );
}
