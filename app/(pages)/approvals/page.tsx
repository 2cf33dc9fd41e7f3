import { ApprovalsInbox } from '../../_features/approvals/approvals-inbox';
import { Page } from '../../_ui/shell/page';

type Props = { searchParams: Promise<{ tab?: string }> };

/** `?tab=decided` links to the decisions. */
export default async function ApprovalsPage({ searchParams }: Props) {
  const { tab } = await searchParams;
  return (
    <Page title="Approvals">
      <ApprovalsInbox firstTab={tab === 'decided' ? 'decided' : 'waiting'} />
    </Page>
  );
}
