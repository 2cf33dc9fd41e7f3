import { ApprovalsInbox } from '../../_features/approvals/approvals-inbox';
import { Page } from '../../_ui/shell/page';

export default function ApprovalsPage() {
  return (
    <Page title="Approvals">
      <ApprovalsInbox />
    </Page>
  );
}
