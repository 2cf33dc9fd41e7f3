import { getApp } from '@/lib/server/app';
import { findConversationTitle } from '@/lib/use-cases/conversations';
import { ConversationScreen } from './conversation-screen';

/** The title comes with the page, so that it shows while the rest loads. */
export default async function ConversationPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const title = await findConversationTitle((await getApp()).services, id);
  return <ConversationScreen key={id} conversationId={id} firstTitle={title} />;
}
