import { systemPromptBody } from '@/lib/contracts/settings';
import { handleRoute } from '@/lib/http/handle-route';
import { countersign } from '@/lib/server/countersign';
import { saveSystemPrompt } from '@/lib/use-cases/settings';

export const PUT = handleRoute({ body: systemPromptBody }, async ({ actor, param, body }) =>
  saveSystemPrompt((await countersign()).services, actor, param('id'), body.text),
);
