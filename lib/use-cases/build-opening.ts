import { buildSystemPrompt } from '../convention/build-prompt';
import { describeToday } from '../domain/describe-today';
import type { TranscriptMessage } from '../domain/transcript';
import { AppError } from '../shared/app-error';
import type { ConversationId } from '../shared/ids';
import { loadHistory } from './conversation-history';
import type { Services } from './services';

/**
 * Builds the messages that a run begins with: the system prompt (base prompt by id, calling convention,
 * tools), the earlier runs of the conversation, and the request. They are kept with the run; the browser has
 * no part in them.
 */
export async function buildOpening(
  services: Pick<Services, 'prompts' | 'toolbox' | 'runs' | 'actors'>,
  request: {
    systemPromptId: string;
    tools: readonly string[];
    conversationId: ConversationId | null;
    text: string;
  },
): Promise<{ openingMessages: TranscriptMessage[]; systemPrompt: { id: string; version: number } }> {
  const prompt = await services.prompts.find(request.systemPromptId);
  if (!prompt) throw new AppError('not_found', `There is no system prompt “${request.systemPromptId}”.`);
  const history = request.conversationId ? await loadHistory(services, request.conversationId) : [];
  return {
    openingMessages: [
      {
        role: 'system',
        content: buildSystemPrompt(prompt.text, await services.toolbox.describe(request.tools)),
      },
      ...history,
      { role: 'user', content: `${describeToday(new Date())}\n\n${request.text}` },
    ],
    systemPrompt: { id: prompt.id, version: prompt.version },
  };
}
