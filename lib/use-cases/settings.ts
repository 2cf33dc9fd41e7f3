import type {
  LocalServers,
  ModelServerBody,
  OfferedModelView,
  SystemPromptView,
} from '../contracts/settings';
import type { Actor } from '../domain/actor';
import { resolveServer } from '../models/stored-secrets';
import { AppError } from '../shared/app-error';
import type { Services } from './services';

export async function listServerModels(
  services: Pick<Services, 'models' | 'settings'>,
  _actor: Actor,
  body: ModelServerBody,
): Promise<{ models: OfferedModelView[] }> {
  const { server, problem } = await resolveServer(services, body);
  if (problem !== null) throw new AppError('model_unavailable', problem);
  const listed = await services.models.listOfferedModels(server, body.provider);
  if (!listed.ok) throw new AppError('model_unavailable', listed.message);
  return { models: [...listed.models] };
}

export async function listLocalServers(
  { models }: Pick<Services, 'models'>,
  _actor: Actor,
): Promise<LocalServers> {
  return { servers: await models.findLocalServers(), containerHost: models.containerHost };
}

export async function listSystemPrompts(
  { prompts, actors }: Pick<Services, 'prompts' | 'actors'>,
  _actor: Actor,
): Promise<{ prompts: SystemPromptView[] }> {
  const [stored, nameOf] = await Promise.all([prompts.list(), actors.names()]);
  return {
    prompts: stored.map((prompt) => ({
      ...prompt,
      versions: prompt.versions.map((version) => ({
        ...version,
        createdBy: nameOf(version.createdBy),
        createdAt: version.createdAt.toISOString(),
      })),
    })),
  };
}

export async function saveSystemPrompt(
  services: Pick<Services, 'prompts' | 'actors'>,
  actor: Actor,
  { promptId, text }: { promptId: string; text: string },
): Promise<{ prompts: SystemPromptView[] }> {
  if (!(await services.prompts.addVersion(promptId, text, actor))) {
    throw new AppError('not_found', 'There is no such system prompt.');
  }
  return listSystemPrompts(services, actor);
}
