import { systemPromptBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/server/handle-route';
import { saveSystemPrompt } from '@/lib/use-cases/settings';

export const PUT = handleRoute(
  { action: 'prompts.change', body: systemPromptBody },
  async ({ services, actor, param, body }) =>
    saveSystemPrompt(services, actor, { promptId: param('id'), ...body }),
);
