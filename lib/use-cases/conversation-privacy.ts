import type { ConversationView } from '../contracts/conversations';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { getConversation } from './conversations';
import type { ViewingServices } from './get-run';
import { loadConversation } from './load-by-id';
import type { Services } from './services';

/**
 * Makes a conversation private, or opens it to the team again. Throws `forbidden` for everyone but the person who
 * started it: an admin does not close or open the conversation of someone else, either.
 */
export async function setConversationPrivacy(
  services: Pick<Services, 'conversations'> & ViewingServices,
  actor: Actor,
  { conversationId, isPrivate }: { conversationId: string; isPrivate: boolean },
): Promise<ConversationView> {
  const conversation = await loadConversation(services, conversationId);
  if (!(await services.conversations.setPrivacy(conversation.id, isPrivate, actor)))
    throw new AppError(
      'forbidden',
      'Only the person who started this conversation can make it private or open it.',
    );
  return getConversation(services, actor, { conversationId });
}
