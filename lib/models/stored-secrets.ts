import { readServerAddress } from '../contracts/server-address';
import type { ModelServerBody } from '../contracts/settings';
import type { ModelToSave, SavedModel, SettingStore } from '../db/ports/model-stores.port';
import { type EnteredPair, readModelServer, refuseFields } from './entered-server';
import type { ModelSource } from './model-source.port';

type Entered = Omit<ModelToSave, 'apiKey'> & { apiKey: string | null | undefined };

/**
 * Sends a stored secret only to the server that it was stored for: that of this model, or of another one at
 * the same address.
 */
export function withStoredSecrets({ apiKey, ...facts }: Entered, saved: readonly SavedModel[]): ModelToSave {
  const { own, there } = findStored(saved, facts);
  const kept = apiKey === undefined && !own ? (there?.apiKey ?? null) : apiKey;
  const missing = (['headers', 'query'] as const).flatMap((kind) =>
    facts[kind].flatMap(({ name, value }, index) =>
      value === null && !findPair(own?.[kind], name) ? [[`${kind}.${index}.value`, enterAgain] as const] : [],
    ),
  );
  if (missing.length > 0) refuseFields(missing);
  return { ...facts, ...(kept === undefined ? {} : { apiKey: kept }) };
}

const enterAgain = 'Enter the value: none is stored for this address.';
const findPair = (pairs: readonly EnteredPair[] | undefined, wanted: string) =>
  pairs?.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ?? null;
const withStoredValues = (pairs: readonly EnteredPair[], stored: readonly EnteredPair[] | undefined) =>
  pairs.flatMap(({ name, value }) => {
    const kept = value ?? findPair(stored, name)?.value ?? null;
    return kept === null ? [] : [{ name, value: kept }];
  });

function findStored(
  saved: readonly SavedModel[],
  { id, baseUrl }: { id?: string | undefined; baseUrl: string },
) {
  const atAddress = saved.filter((model) => isSameAddress(model.baseUrl, baseUrl));
  const own = atAddress.find((model) => model.id === id) ?? null;
  return { own, there: own ?? atAddress.find(({ apiKey }) => apiKey !== null) ?? atAddress[0] ?? null };
}

/**
 * Returns the entered server with its secrets. `problem` means that a stored secret is needed and cannot be
 * read.
 */
export async function resolveServer(
  services: { models: Pick<ModelSource, 'list'>; settings: Pick<SettingStore, 'readModels'> },
  body: ModelServerBody,
) {
  const { apiKey, headers, query, ...entered } = readModelServer(body);
  const { own, there } = findStored((await services.settings.readModels()).models, {
    id: body.id,
    baseUrl: entered.baseUrl,
  });
  const usesStored =
    (apiKey === undefined && there !== null) || [...headers, ...query].some(({ value }) => value === null);
  const lost = usesStored && there?.lostKey ? there.id : null;
  const described = lost === null ? null : (await services.models.list()).find(({ id }) => id === lost);
  const { tuning, model, ...server } = entered;
  return {
    server: {
      ...server,
      apiKey: apiKey === undefined ? (there?.apiKey ?? null) : apiKey,
      headers: withStoredValues(headers, own?.headers),
      query: withStoredValues(query, own?.query),
    },
    model,
    tuning,
    problem: described?.problem ?? null,
  };
}

/**
 * Says whether both addresses name the same server, even if one is older than the rules that correct
 * addresses.
 */
function isSameAddress(first: string, second: string): boolean {
  return putRight(first) === putRight(second);
}

function putRight(address: string): string {
  const read = readServerAddress(address);
  return read.ok ? read.value.address : address;
}
