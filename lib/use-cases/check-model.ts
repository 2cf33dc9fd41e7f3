import type { ModelCheckMessage } from '../contracts/model-check';
import type { ModelServerBody } from '../contracts/settings';
import { buildSystemPrompt } from '../convention/build-prompt';
import { buildReplySchema } from '../convention/reply-schema';
import type { Actor } from '../domain/actor';
import type { ModelCheck } from '../domain/model-check';
import { runCheck } from '../model-check/run-check';
import { AppError } from '../shared/app-error';
import { resolveServer } from './saved-models';
import type { Services } from './services';

const promptId = 'default';

/**
 * Asks a model, perhaps one that is not saved, what runs would ask it, with the system prompt of runs. Executes nothing. The report is
 * kept and replaces the one before.
 */
export async function checkModel(
  services: Pick<Services, 'models' | 'settings' | 'modelChecks' | 'prompts' | 'toolbox'>,
  _actor: Actor,
  body: ModelServerBody,
): Promise<(signal: AbortSignal) => AsyncGenerator<{ id: null; message: ModelCheckMessage }>> {
  const { server, model, tuning, problem } = await resolveServer(services, body);
  if (problem !== null) throw new AppError('model_unavailable', problem);
  if (!model)
    throw new AppError('invalid_body', 'Enter the name of a model.', {
      fields: { model: 'Enter the name of a model.' },
    });
  const opened = services.models.openEntered({ ...server, ...tuning, model }, body.provider);
  const prompt = await services.prompts.find(promptId);
  if (!opened || !prompt) throw new AppError('not_found', 'This model cannot be checked.');
  const tools = await services.toolbox.describe(await services.toolbox.names());
  const convention = {
    systemPrompt: buildSystemPrompt(prompt.text, tools),
    replySchema: buildReplySchema(tools),
  };
  return async function* (signal) {
    for await (const step of runCheck(opened, convention, signal)) {
      if (step.type !== 'finished') {
        yield { id: null, message: step };
        continue;
      }
      const { findings, ...rest } = step.report;
      const check: ModelCheck = {
        baseUrl: server.baseUrl,
        model,
        checkedAt: new Date().toISOString(),
        ...rest,
        findings: [...findings],
      };
      await services.modelChecks.keep(check);
      yield { id: null, message: { type: 'finished', report: { ...check, findings: [...findings] } } };
    }
  };
}

/** What checks found, the latest first: one for each model. */
export async function listModelChecks({ modelChecks }: Pick<Services, 'modelChecks'>, _actor: Actor) {
  return { checks: await modelChecks.list() };
}
