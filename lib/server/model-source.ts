import type { Config } from '../config/config';
import { DamagedRow, orDamage } from '../db/damaged-row.port';
import type { SettingStore } from '../db/stores.port';
import { startDemoModel } from '../demo-model/start-demo-model';
import type { BoundModel } from '../domain/bound-model';
import type { NamedModel } from '../domain/run-event';
import type { Model } from '../llm/model.port';
import { findLocalServers } from '../llm/model-servers';
import {
  type ModelDescription,
  type ModelServer,
  type ModelSource,
  secretsOf,
} from '../llm/model-source.port';
import type { BuiltInProvider, ServerProvider } from '../llm/provider';
import { createProviders, type Providers } from '../llm/providers';
import { createUnusableModel } from '../llm/unusable-model';
import { noteSecret } from '../logging/hide-secrets';
import { hostOf } from '../shared/server-address';
import { createOnlyModelFinder } from './only-model';
import {
  fromDamagedSettings,
  fromEnvironment,
  fromSaved,
  hasSecrets,
  type SetUpServer,
} from './set-up-server';

/** How many models stay open, so that each keeps what it learned about its server for the next step. */
const maxOpenModels = 20;

type Listed = {
  id: string;
  /** As a person named it. */
  givenName: string | null;
  source: ModelDescription['source'];
  isDefault: boolean;
} & ({ provider: BuiltInProvider; server: null } | { provider: ServerProvider; server: SetUpServer });

/**
 * Every model that runs may use: those that people saved, the environment's, and the demo model (a real server on loopback that
 * starts on first use). Also opens the model that a run is bound to. Saved models of a provider that `providers` does not have are
 * left out.
 */
export function createModelSource(
  config: Pick<Config, 'model'>,
  settings: SettingStore,
  providers: Providers = createProviders({ startDemoModel }),
): ModelSource & { close(): Promise<void> } {
  /** Every secret passes through here before its first use. */
  const guarded = <Server extends ModelServer>(server: Server): Server => {
    for (const secret of secretsOf(server)) noteSecret(secret);
    return server;
  };
  const named = config.model && guarded(config.model);
  const findOnly = named && named.model === null ? createOnlyModelFinder(named, providers.environment) : null;
  const find = (id: string) => providers.all.find((provider) => provider.id === id);
  const findProtocol = (id = providers.environment.id) => {
    const provider = find(id);
    return provider?.needsServer ? provider : null;
  };

  const readSaved = async (): Promise<{ saved: Listed[]; defaultId: string | null }> => {
    const stored = await orDamage(settings.readModels());
    const from = { source: 'settings', isDefault: false } as const;
    if (stored instanceof DamagedRow) {
      const server = fromDamagedSettings(stored);
      // Another default than the one that a person chose would be a surprise.
      const lost: Listed = {
        ...from,
        id: damagedId,
        givenName: null,
        provider: providers.environment,
        server,
      };
      return { saved: [lost], defaultId: damagedId };
    }
    const saved = stored.models.flatMap((model): Listed[] => {
      const provider = findProtocol(model.provider);
      const { id, name } = model;
      return provider ? [{ ...from, id, givenName: name, provider, server: guarded(fromSaved(model)) }] : [];
    });
    return { saved, defaultId: stored.defaultId };
  };

  const listAll = async (): Promise<Listed[]> => {
    const { saved, defaultId } = await readSaved();
    const fixed = { givenName: null, isDefault: false };
    const all: Listed[] = [...saved];
    const environment = named && fromEnvironment(named, findOnly && (await findOnly()));
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
  };

  const findListed = async (isWanted: (model: Listed) => boolean) => (await listAll()).find(isWanted) ?? null;
  const findDefault = async (): Promise<Listed> => {
    const found = await findListed(({ isDefault }) => isDefault);
    if (!found) throw new Error('The list of models has no default');
    return found;
  };
  const inForce = async () => toNamed(await findDefault());

  /** What is set up now for the server of a run: its own model, else one that says as much about the server. */
  const findServer = async ({ id, baseUrl, model }: ServerBound): Promise<SetUpServer | null> => {
    const { saved } = await readSaved();
    const environment = named && fromEnvironment(named, null);
    const all = [...saved, ...(environment ? [{ id: environmentId, server: environment }] : [])];
    const there = all.filter(({ server }) => server?.baseUrl === baseUrl);
    const found =
      there.find((one) => one.id === id) ?? there.find(({ server }) => server?.model === model) ?? there[0];
    return found?.server ?? null;
  };

  const opened = new Map<string, Model>();
  const openOnce = async (facts: readonly unknown[], open: () => Model | Promise<Model>) => {
    const key = JSON.stringify(facts);
    const model = opened.get(key) ?? (await open());
    // The map keeps the order of use: the first one was not used for the longest time.
    opened.delete(key);
    opened.set(key, model);
    for (const oldest of [...opened.keys()].slice(0, -maxOpenModels)) opened.delete(oldest);
    return model;
  };

  return {
    inForce,
    providers: () =>
      providers.all.map(({ id, label, description, needsServer }) => ({
        id,
        label,
        description,
        needsServer,
      })),
    async find(wanted) {
      const found = await findListed(({ id }) => id === wanted);
      return found && toNamed(found);
    },
    list: async () => (await listAll()).map(toDescription),
    describe: async () => toDescription(await findDefault()),
    async open(bound) {
      const wanted = bound ?? (await inForce()).bound;
      const provider = find(wanted.provider);
      if (!provider) return null;
      if (!provider.needsServer) return openOnce([provider.id], provider.open);
      if (wanted.baseUrl === undefined) return null;
      const server = await findServer(wanted);
      if (!server && wanted.hasKey) return null;
      const { baseUrl, model } = wanted;
      if (server?.problem) return createUnusableModel({ name: nameOf(wanted), problem: server.problem });
      const { apiKey = null, headers = [], query = [] } = server ?? {};
      // What is set for another model of this server says nothing about this one.
      const tuning = server?.model === model ? server.tuning : {};
      const target = { baseUrl, model, apiKey, headers, query, ...tuning };
      return openOnce([provider.id, target], () =>
        provider.open({ ...guarded(target), name: nameOf(wanted) }),
      );
    },
    async listModels(server, id) {
      return findProtocol(id)?.listModels(guarded(server)) ?? { ok: false, ...unknownProvider };
    },
    openEntered: (target, id) => findProtocol(id)?.open({ ...guarded(target), name: nameOf(target) }) ?? null,
    findLocalServers,
    async close() {
      for (const provider of providers.all) if (!provider.needsServer) await provider.close();
    },
  };
}

/** The ids of models that are in the list without being saved. A built-in model has its provider's. */
const environmentId = 'environment';
const damagedId = 'damaged';

type ServerBound = Extract<BoundModel, { baseUrl: string }>;

function toNamed({ id, provider, server }: Listed): NamedModel {
  if (!server) return { name: provider.name, bound: { provider: provider.id } };
  const { baseUrl, model } = server;
  return {
    name: nameOf(server),
    bound: { provider: provider.id, id, baseUrl, model, hasKey: hasSecrets(server) },
  };
}

function toDescription({ id, givenName, source, isDefault, provider, server }: Listed): ModelDescription {
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
    headers: server?.headers.map(({ name }) => name) ?? [],
    query: server?.query ?? [],
    tuning: server?.tuning ?? {},
    problem: server?.problem ?? null,
    isKeyLost: server?.isKeyLost ?? false,
  };
}

const unknownProvider = {
  code: 'not_found',
  message: 'This version of Countersign does not have this kind of model server.',
} as const;

function nameOf({ baseUrl, model }: { baseUrl: string; model: string }): string {
  return `${model} at ${hostOf(baseUrl)}`;
}
