import type {
  ModelServerBody,
  ModelSettings,
  ModelSettingsBody,
  ModelTestResult,
  SystemPromptView,
} from '../contracts/settings';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import type { Services } from './services';

export async function getModelSettings({ models }: Pick<Services, 'models'>): Promise<ModelSettings> {
  return models.describe();
}

/** `apiKey` left out keeps the stored key, but only for the server it was given for. */
export async function saveModelSettings(
  services: Pick<Services, 'models' | 'settings'>,
  body: ModelSettingsBody,
): Promise<ModelSettings> {
  if (body.provider === 'environment') await services.settings.writeModel(null);
  else if (body.provider === 'demo') await services.settings.writeModel({ provider: 'demo' });
  else {
    const { baseUrl, model } = body;
    const apiKey = body.apiKey === undefined ? await storedKeyFor(services, baseUrl) : body.apiKey || null;
    await services.settings.writeModel({ provider: 'openai_compatible', baseUrl, model, apiKey });
  }
  return services.models.describe();
}

export async function testModel(
  services: Pick<Services, 'models' | 'settings'>,
  body: ModelServerBody,
): Promise<ModelTestResult> {
  const server = await toServer(services, body);
  if (body.model) return services.models.test({ ...server, model: body.model });
  const startedAt = performance.now();
  const listed = await services.models.listModels(server);
  return {
    ok: listed.ok,
    message: listed.ok ? `The server answers and offers ${listed.models.length} models.` : listed.message,
    durationMs: Math.round(performance.now() - startedAt),
  };
}

export async function listModels(
  services: Pick<Services, 'models' | 'settings'>,
  body: ModelServerBody,
): Promise<{ models: string[] }> {
  const listed = await services.models.listModels(await toServer(services, body));
  if (!listed.ok) throw new AppError('model_unavailable', listed.message);
  return { models: listed.models };
}

async function toServer(services: Pick<Services, 'settings'>, { baseUrl, apiKey }: ModelServerBody) {
  return { baseUrl, apiKey: apiKey === undefined ? await storedKeyFor(services, baseUrl) : apiKey || null };
}

/** A stored key goes to the server it was stored for and to no other. */
async function storedKeyFor(
  { settings }: Pick<Services, 'settings'>,
  baseUrl: string,
): Promise<string | null> {
  const stored = await settings.readModel();
  return stored?.provider === 'openai_compatible' && stored.baseUrl === baseUrl ? stored.apiKey : null;
}

export async function listSystemPrompts({
  prompts,
}: Pick<Services, 'prompts'>): Promise<{ prompts: SystemPromptView[] }> {
  const stored = await prompts.list();
  return {
    prompts: stored.map((prompt) => ({
      ...prompt,
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
  id: string,
  text: string,
): Promise<{ prompts: SystemPromptView[] }> {
  if (!(await services.prompts.addVersion(id, text, actor))) {
    throw new AppError('not_found', 'There is no such system prompt.');
  }
  return listSystemPrompts(services);
}
