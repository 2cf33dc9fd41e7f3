import type { EnvironmentModel } from '../config/config';
import type { DamagedRow } from '../db/damaged-row.port';
import type { ChosenServer, LostKey } from '../db/stores.port';
import type { ModelServer } from '../llm/model-source.port';
import { readApiKey } from '../shared/model-server-values';
import { readServerAddress, toShownAddress } from '../shared/server-address';

/** A model server as it is set up. `problem`: why it cannot be asked, ready to show and without secrets. */
export type SetUpServer = ModelServer & { model: string; problem: string | null; isKeyLost: boolean };

/** Settings may be older than the checks that new ones pass, and their key may be lost. */
export function fromSettings({ baseUrl, model, apiKey, lostKey }: ChosenServer): SetUpServer {
  const address = readServerAddress(baseUrl);
  const key = readApiKey(apiKey);
  const isKeyLost = lostKey !== null;
  const usable = { model, apiKey: key.ok ? key.value : null, isKeyLost };
  if (!address.ok) {
    const problem = `The address of the model server cannot be used. ${address.problem}`;
    return { ...usable, baseUrl: toShownAddress(baseUrl), problem };
  }
  if (!key.ok) return { ...usable, baseUrl, problem: `The API key cannot be used. ${key.problem}` };
  return { ...usable, baseUrl, problem: lostKey && describeLostKey(lostKey) };
}

/** Nothing is known of the server that was chosen. */
export function fromDamagedSettings({ message }: DamagedRow): SetUpServer {
  return { baseUrl: '', model: 'The chosen model', apiKey: null, problem: message, isKeyLost: false };
}

export function fromEnvironment({ baseUrl, model, apiKey, problem }: EnvironmentModel): SetUpServer {
  return { baseUrl, model, apiKey, problem: problem ?? null, isKeyLost: false };
}

function describeLostKey({ problem, keyFile, savedAt }: LostKey): string {
  const date = savedAt.toLocaleDateString('en-US', { dateStyle: 'medium' });
  const reason = problem ?? `It was encrypted with another key file: ${keyFile} was replaced since.`;
  return `The API key saved on ${date} cannot be read. ${reason} Enter the key again in Settings, or put the old file back and restart Countersign.`;
}
