import { ConversationsList } from '../../_features/conversations/conversations-list';
import { Page } from '../../_ui/shell/page';

export default function ConversationsPage() {
  return (
    <Page title="Conversations">
      <ConversationsList />
    </Page>
  );
}
