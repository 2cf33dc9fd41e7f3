import type { SavedModels, SettingStore } from '../db/ports/model-stores.port';
import type { BoundModel } from '../domain/bound-model';
import type { NamedModel } from '../domain/run-event';
import type { EnvironmentModel } from './environment-model';
import { nameOf } from './model-name';
import type { ModelDescription } from './model-source.port';
import { createOnlyModelFinder } from './only-model';
import type { BuiltInProvider, Providers, ServerProvider } from './provider.port';
import { createGuard, type NoteSecret } from './server-secrets';
import {
  fromDamagedSettings,
  fromEnvironment,
  fromSaved,
  hasSecrets,
  type SetUpServer,
} from './set-up-server';

export type SetUpModel = {
  id: string;
  /** A person gave the model this name. */
  givenName: string | null;
  source: ModelDescription['source'];
  isDefault: boolean;
} & ({ provider: BuiltInProvider; server: null } | { provider: ServerProvider; server: SetUpServer });

/** Identifies a run's model that needs a server. */
export type ServerBound = Extract<BoundModel, { baseUrl: string }>;

export type ModelList = {
  /** Returns all set-up models. One of them is the default. */
  all(): Promise<SetUpModel[]>;
  /**
   * Finds what is set up now for the server of a run: the run's own model, else one that says as much about
   * the server.
   */
  findServer(bound: ServerBound): Promise<SetUpServer | null>;
};

export type ModelListParts = {
  environment: EnvironmentModel | null;
  settings: Pick<SettingStore, 'readModels'>;
  providers: Providers;
  noteSecret: NoteSecret;
};

/** Lists every model that is set up, except saved ones of a provider that `providers` does not have. */
export function createModelList({
  environment: environmentModel,
  settings,
  providers,
  noteSecret,
}: ModelListParts): ModelList {
  const guarded = createGuard(noteSecret);
  const named = environmentModel && guarded(environmentModel);
  const findOnly = named && named.model === null ? createOnlyModelFinder(named, providers.environment) : null;

  const from = { source: 'settings', isDefault: false } as const;
  // The store returns the same object until the saved models change.
  const knownLists = new WeakMap<SavedModels, SetUpModel[]>();
  const setUpSaved = ({ models }: SavedModels): SetUpModel[] =>
    models.flatMap((model) => {
      const provider = findProtocol(providers, model.provider);
      const { id, name } = model;
      return provider ? [{ ...from, id, givenName: name, provider, server: guarded(fromSaved(model)) }] : [];
    });
  const readSaved = async (): Promise<{ saved: readonly SetUpModel[]; defaultId: string | null }> => {
    const stored = await settings.readModels();
    if (stored.damage !== null) {
      const server = fromDamagedSettings(stored.damage);
      const { environment: provider } = providers;
      // A different default than the one that a person chose would be a surprise.
      const lost: SetUpModel = { ...from, id: damagedId, givenName: null, provider, server };
      return { saved: [lost], defaultId: damagedId };
    }
    const saved = knownLists.get(stored) ?? setUpSaved(stored);
    knownLists.set(stored, saved);
    return { saved, defaultId: stored.defaultId };
  };

  return {
    async all() {
      const { saved, defaultId } = await readSaved();
      const fixed = { givenName: null, isDefault: false };
      const all: SetUpModel[] = [...saved];
      const environment = named && fromEnvironment(guarded(named), findOnly && (await findOnly()));
      if (environment) {
        const { environment: provider } = providers;
        all.push({ ...fixed, id: environmentId, source: 'environment', provider, server: environment });
      }
      for (const provider of providers.all) {
        if (provider.needsServer) continue;
        const source = provider === providers.fallback ? 'demo' : 'settings';
        all.push({ ...fixed, id: provider.id, source, provider, server: null });
      }
      const wanted = [defaultId, environmentId, providers.fallback.id];
      const chosen = wanted.find((id) => all.some((model) => model.id === id));
      return all.map((model) => ({ ...model, isDefault: model.id === chosen }));
    },
    async findServer({ id, baseUrl, model }) {
      const { saved } = await readSaved();
      const environment = named && fromEnvironment(named, null);
      const all = [...saved, ...(environment ? [{ id: environmentId, server: environment }] : [])];
      const there = all.filter(({ server }) => server?.baseUrl === baseUrl);
      const found =
        there.find((one) => one.id === id) ?? there.find(({ server }) => server?.model === model) ?? there[0];
      return found?.server ?? null;
    },
  };
}

/** Returns the protocol with this id, or without an id that of the environment's server. */
export function findProtocol(
  providers: Providers,
  id: string = providers.environment.id,
): ServerProvider | null {
  const provider = providers.all.find((one) => one.id === id);
  return provider?.needsServer ? provider : null;
}

/** These ids name models that are in the list without being saved. A built-in model has its provider's id. */
const environmentId = 'environment';
const damagedId = 'damaged';

export function toNamed({ id, provider, server }: SetUpModel): NamedModel {
  if (!server) return { name: provider.name, bound: { provider: provider.id } };
  const { baseUrl, model } = server;
  return {
    name: nameOf(server),
    bound: { provider: provider.id, id, baseUrl, model, hasKey: hasSecrets(server) },
  };
}

export function toDescription(listed: SetUpModel): ModelDescription {
  const { id, givenName, source, isDefault, provider, server } = listed;
  const fullName = server ? nameOf(server) : provider.name;
  return {
    id,
    isDefault,
    source,
    provider: provider.id,
    baseUrl: server?.baseUrl ?? null,
    model: server?.model ?? null,
    hasKey: Boolean(server?.apiKey),
    name: givenName ?? fullName,
    fullName,
    understands: provider.needsServer ? [] : provider.understands,
    headers: server?.headers.map(({ name }) => name) ?? [],
    query: server?.query.map(({ name }) => name) ?? [],
    tuning: server?.tuning ?? {},
    problem: server?.problem ?? null,
    isKeyLost: server?.isKeyLost ?? false,
  };
}
