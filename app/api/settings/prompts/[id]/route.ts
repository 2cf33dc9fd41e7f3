import { systemPromptBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/http/handle-route';
import { getApp } from '@/lib/server/app';
import { saveSystemPrompt } from '@/lib/use-cases/settings';

export const PUT = handleRoute({ body: systemPromptBody }, async ({ actor, param, body }) =>
  saveSystemPrompt((await getApp()).services, actor, param('id'), body.text),
);
