import type {
  LocalServers,
  ModelServerBody,
  ModelSettings,
  ModelSettingsBody,
  SystemPromptView,
} from '../contracts/settings';
import { DamagedRow, orDamage } from '../db/damaged-row.port';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { isSameAddress, readModelServer } from './read-model-server';
import type { Services } from './services';

export async function getModelSettings(
  { models }: Pick<Services, 'models'>,
  _actor: Actor,
): Promise<ModelSettings> {
  return toView(models);
}

/** `apiKey` left out keeps the stored key, but only for the server it was entered for. */
export async function saveModelSettings(
  services: Pick<Services, 'models' | 'settings'>,
  _actor: Actor,
  body: ModelSettingsBody,
): Promise<ModelSettings> {
  if (body.provider === 'environment') await services.settings.writeModel(null);
  else if (!('baseUrl' in body)) await services.settings.writeModel({ provider: body.provider });
  else {
    const { baseUrl, model, apiKey } = readModelServer(body);
    const stored = await findStoredServer(services, baseUrl);
    const key = apiKey === undefined && !stored ? null : apiKey;
    await services.settings.writeModel({
      provider: body.provider,
      baseUrl,
      model,
      ...(key === undefined ? {} : { apiKey: key }),
    });
  }
  return toView(services.models);
}

async function toView(models: Services['models']): Promise<ModelSettings> {
  return { ...(await models.describe()), providers: [...models.providers()] };
}

export async function listModels(
  services: Pick<Services, 'models' | 'settings'>,
  _actor: Actor,
  body: ModelServerBody,
): Promise<{ models: string[] }> {
  const { server, problem } = await resolveServer(services, body);
  if (problem !== null) throw new AppError('model_unavailable', problem);
  const listed = await services.models.listModels(server, body.provider);
  if (!listed.ok) throw new AppError('model_unavailable', listed.message);
  return { models: listed.models };
}

export async function listLocalServers(
  { models }: Pick<Services, 'models'>,
  _actor: Actor,
): Promise<LocalServers> {
  return { servers: await models.findLocalServers() };
}

/** The entered server with its key. `problem`: the stored key is needed and cannot be read. */
export async function resolveServer(services: Pick<Services, 'models' | 'settings'>, body: ModelServerBody) {
  const { baseUrl, model, apiKey } = readModelServer(body);
  if (apiKey !== undefined) return { server: { baseUrl, apiKey }, model, problem: null };
  const stored = await findStoredServer(services, baseUrl);
  const problem = stored?.lostKey ? (await services.models.describe()).problem : null;
  return { server: { baseUrl, apiKey: stored?.apiKey ?? null }, model, problem };
}

/** A stored key goes to the server it was stored for and to no other. */
async function findStoredServer({ settings }: Pick<Services, 'settings'>, baseUrl: string) {
  // Settings that cannot be read can be replaced.
  const stored = await orDamage(settings.readModel());
  if (stored instanceof DamagedRow) return null;
  return stored?.baseUrl !== undefined && isSameAddress(stored.baseUrl, baseUrl) ? stored : null;
}

export async function listSystemPrompts(
  { prompts }: Pick<Services, 'prompts'>,
  _actor: Actor,
): Promise<{ prompts: SystemPromptView[] }> {
  const stored = await prompts.list();
  return {
    prompts: stored.map((prompt) => ({
      ...prompt,
      damage: prompt.damage?.message ?? null,
      versions: prompt.versions.map((version) => ({
        ...version,
        createdAt: version.createdAt.toISOString(),
      })),
    })),
  };
}

export async function saveSystemPrompt(
  services: Pick<Services, 'prompts'>,
  actor: Actor,
  { promptId, text }: { promptId: string; text: string },
): Promise<{ prompts: SystemPromptView[] }> {
  if (!(await services.prompts.addVersion(promptId, text, actor))) {
    throw new AppError('not_found', 'There is no such system prompt.');
  }
  return listSystemPrompts(services, actor);
}
