import type { NameValue } from '../contracts/model-server-extras';
import { readApiKey } from '../contracts/model-server-values';
import type { ModelTuning } from '../contracts/model-tuning';
import { readServerAddress, toShownAddress } from '../contracts/server-address';
import type { LostKey, SavedModel } from '../db/ports/model-stores.port';
import type { EnvironmentModel } from './environment-model';
import type { ModelServer } from './provider.port';
import { secretsOf } from './server-secrets';

/**
 * Describes a model server as it is set up. `problem` says why the server cannot be asked, ready to show and
 * without secrets.
 */
export type SetUpServer = ModelServer & {
  model: string;
  headers: readonly NameValue[];
  query: readonly NameValue[];
  tuning: ModelTuning;
  problem: string | null;
  isKeyLost: boolean;
};

/** Accepts settings that are older than the checks that new ones pass, and settings whose key is lost. */
export function fromSaved(saved: SavedModel): SetUpServer {
  const { baseUrl, model, tuning, lostKey } = saved;
  const address = readServerAddress(baseUrl);
  const key = readApiKey(saved.apiKey);
  const [headers, query] = [withValues(saved.headers), withValues(saved.query)];
  const apiKey = key.ok ? key.value : null;
  const usable = { model, apiKey, headers, query, tuning, isKeyLost: lostKey !== null };
  if (!address.ok) {
    const problem = `The address of the model server cannot be used. ${address.problem}`;
    return { ...usable, baseUrl: toShownAddress(baseUrl), problem };
  }
  if (!key.ok) return { ...usable, baseUrl, problem: `The API key cannot be used. ${key.problem}` };
  return { ...usable, baseUrl, problem: lostKey && describeLostKey(lostKey) };
}

const withValues = (pairs: SavedModel['headers']): NameValue[] =>
  pairs.flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]));

/** Returns a server with a problem, because nothing is known of the one that was chosen. */
export function fromDamagedSettings(problem: string): SetUpServer {
  const nothingElse = { headers: [], query: [], tuning: {}, isKeyLost: false };
  return { baseUrl: '', model: 'The chosen model', apiKey: null, problem, ...nothingElse };
}

/** `found` names the model that the server has, and says why that one cannot be used. */
export function fromEnvironment(
  { baseUrl, model, apiKey, headers = [], query = [], tuning = {}, problem }: EnvironmentModel,
  found: { model: string; problem: string | null } | null,
): SetUpServer {
  const words = problem ?? (model === null ? found?.problem : null) ?? null;
  const server = { baseUrl, apiKey, headers, query, tuning, isKeyLost: false };
  return { ...server, model: model ?? found?.model ?? 'Unknown model', problem: words };
}

/** Says whether the server has secrets. It cannot be asked without them. */
export function hasSecrets(server: SetUpServer): boolean {
  return server.isKeyLost || secretsOf(server).length > 0;
}

function describeLostKey({ problem, keyFile, savedAt }: LostKey): string {
  const date = savedAt.toLocaleDateString('en-US', { dateStyle: 'medium' });
  const reason = problem ?? `It was encrypted with another key file: ${keyFile} was replaced since.`;
  return `The API key saved on ${date} cannot be read. ${reason} Enter the key again in Settings, or put the old file back and restart Countersign.`;
}
