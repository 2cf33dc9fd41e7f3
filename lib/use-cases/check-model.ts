import { settingsOfListed, toCheckedSettings } from '../contracts/checked-settings';
import type { ModelCheckMessage } from '../contracts/model-check';
import type { ModelServerBody } from '../contracts/settings';
import { buildSystemPrompt } from '../convention/build-prompt';
import { buildReplySchema } from '../convention/reply-schema';
import type { ModelCheck } from '../db/ports/model-stores.port';
import type { Actor } from '../domain/actor';
import { runCheck } from '../model-check/run-check';
import type { Model } from '../models/model.port';
import { resolveServer } from '../models/stored-secrets';
import { AppError } from '../shared/app-error';
import type { Services } from './services';

const promptId = 'default';

type Checks = Pick<Services, 'models' | 'settings' | 'modelChecks' | 'prompts' | 'toolbox' | 'readLongReply'>;
type CheckStream = (signal: AbortSignal) => AsyncGenerator<{ id: null; message: ModelCheckMessage }>;
type Target = Pick<ModelCheck, 'baseUrl' | 'model' | 'settings'> & { opened: Model | null };

/** Checks a model with values that are not necessarily saved. */
export async function checkModel(
  services: Checks,
  actor: Actor,
  body: ModelServerBody,
): Promise<CheckStream> {
  const { server, model, tuning, problem } = await resolveServer(services, body);
  if (problem !== null) throw new AppError('model_unavailable', problem);
  if (!model)
    throw new AppError('invalid_body', 'Enter the name of a model.', {
      fields: { model: 'Enter the name of a model.' },
    });
  const opened = services.models.openEntered({ ...server, ...tuning, model }, body.provider);
  const settings = toCheckedSettings({ ...tuning, ...server });
  return playCheck(services, actor, { baseUrl: server.baseUrl, model, settings, opened });
}

/** Checks a model of the list as it is set up, also that of the environment. */
export async function checkSetUpModel(
  services: Checks,
  actor: Actor,
  { id }: { id: string },
): Promise<CheckStream> {
  const listed = (await services.models.list()).find((model) => model.id === id);
  const named = listed && (await services.models.find(id));
  if (!listed || !named) throw new AppError('not_found', 'This model is no longer in the list.');
  const { baseUrl, model, problem } = listed;
  if (problem !== null) throw new AppError('model_unavailable', problem);
  if (baseUrl === null || model === null)
    throw new AppError('not_found', `${listed.name} is a script and not a model: there is nothing to check.`);
  const opened = await services.models.open(named.bound);
  return playCheck(services, actor, { baseUrl, model, settings: settingsOfListed(listed), opened });
}

/**
 * Asks a model what runs would ask it, with the system prompt of runs. Executes nothing. Keeps the report in
 * place of the one before.
 */
async function playCheck(
  services: Checks,
  actor: Actor,
  { opened, ...target }: Target,
): Promise<CheckStream> {
  const prompt = await services.prompts.find(promptId);
  if (!opened || !prompt) throw new AppError('not_found', 'This model cannot be checked.');
  const tools = await services.toolbox.describe(await services.toolbox.names());
  const convention = {
    systemPrompt: buildSystemPrompt(prompt.text, tools),
    replySchema: buildReplySchema(tools),
  };
  return async function* (signal) {
    for await (const step of runCheck(opened, convention, services.readLongReply, signal)) {
      if (step.type !== 'finished') {
        yield { id: null, message: step };
        continue;
      }
      const { findings, ...rest } = step.report;
      const check = {
        ...target,
        checkedAt: new Date().toISOString(),
        ...rest,
        findings: [...findings],
      };
      await services.modelChecks.keep(check, actor);
      yield { id: null, message: { type: 'finished', report: check } };
    }
  };
}

/** Lists what checks found, the latest first. */
export async function listModelChecks({ modelChecks }: Pick<Services, 'modelChecks'>, _actor: Actor) {
  return { checks: await modelChecks.list() };
}
