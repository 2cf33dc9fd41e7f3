import { readForPage } from '@/lib/server/read-for-page';
import { findConversationTitle } from '@/lib/use-cases/conversations';
import { ConversationScreen } from './conversation-screen';

/** The server sends the title with the page, so that it shows while the rest loads. */
export default async function ConversationPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const title = await readForPage(
    { action: 'conversations.read', object: { id } },
    async ({ services, actor }) => findConversationTitle(services, actor, { conversationId: id }),
  );
  return <ConversationScreen key={id} conversationId={id} firstTitle={title} />;
}
