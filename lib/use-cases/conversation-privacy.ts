import type { ConversationView } from '../contracts/conversations';
import type { Actor } from '../domain/actor';
import { findReaches } from '../policy/authorize';
import { AppError } from '../shared/app-error';
import { getConversation } from './conversations';
import type { ViewingServices } from './get-run';
import { loadConversation } from './load-by-id';
import type { Services } from './services';

/**
 * Makes a conversation private, or opens it to the team again. Throws `forbidden` for everyone but the person who
 * started it: an admin does not close or open the conversation of someone else, either. Throws `run_active` while
 * someone else's run is active in it.
 */
export async function setConversationPrivacy(
  services: Pick<Services, 'conversations' | 'stopWhatIsLeft'> & ViewingServices,
  actor: Actor,
  { conversationId, isPrivate }: { conversationId: string; isPrivate: boolean },
): Promise<ConversationView> {
  const conversation = await loadConversation(services, conversationId);
  if (isPrivate && conversation.activeRunId !== null && findReaches(actor).stop === null)
    throw new AppError(
      'run_active',
      'A run is active here, and your role stops none. Make this conversation private when it has ended.',
    );
  const outcome = await services.conversations.setPrivacy(conversation.id, isPrivate, actor);
  if (outcome === 'refused')
    throw new AppError(
      'forbidden',
      'Only the person who started this conversation can make it private or open it.',
    );
  if (outcome === 'busy')
    throw new AppError(
      'run_active',
      'Someone else’s run is active here. Make this conversation private when it has ended.',
    );
  if (isPrivate) await services.stopWhatIsLeft(actor);
  return getConversation(services, actor, { conversationId });
}
