import type { ModelServerBody, ModelSettings, ModelSettingsBody } from '@/lib/contracts/settings';
import { readApiKey, readModelName } from '@/lib/shared/model-server-values';
import { readServerAddress } from '@/lib/shared/server-address';

/** The part of the form that is kept as a draft. Never the key. */
export type ModelDraft = Pick<ServerDraft, 'baseUrl' | 'model'> & { provider: ModelSettingsBody['provider'] };

/** `apiKey` undefined keeps the stored key, null removes it. */
export type ServerDraft = { baseUrl: string; model: string; apiKey: string | null | undefined };

export type FieldErrors = Readonly<Record<string, string>>;

export function toDraft(settings: ModelSettings): ModelDraft {
  return {
    provider: settings.source === 'environment' ? 'environment' : settings.provider,
    baseUrl: settings.baseUrl ?? '',
    model: settings.model ?? '',
  };
}

export function parseModelDraft(stored: unknown, { providers }: ModelSettings): ModelDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { provider, baseUrl, model } = stored as Partial<ModelDraft>;
  const isKnown = provider === 'environment' || providers.some(({ id }) => id === provider);
  return isKnown && provider !== undefined && typeof baseUrl === 'string' && typeof model === 'string'
    ? { provider, baseUrl, model }
    : null;
}

/** The problem of each invalid field. Saving needs a model; loading the list of models does not. */
export function checkServer({ baseUrl, model, apiKey }: ServerDraft, needsModel: boolean): FieldErrors {
  const reads = {
    baseUrl: readServerAddress(baseUrl),
    ...(needsModel || model.trim() !== '' ? { model: readModelName(model) } : {}),
    ...(typeof apiKey === 'string' ? { apiKey: readApiKey(apiKey) } : {}),
  };
  return Object.fromEntries(
    Object.entries(reads).flatMap(([name, read]) => (read.ok ? [] : [[name, read.problem]])),
  );
}

export function toServerBody(
  { baseUrl, model, apiKey }: ServerDraft,
  provider: string,
): ModelServerBody & { provider: string } {
  return {
    provider,
    baseUrl,
    ...(model.trim() === '' ? {} : { model }),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}

export function withoutField(errors: FieldErrors, field: string): FieldErrors {
  const { [field]: _, ...others } = errors;
  return others;
}
