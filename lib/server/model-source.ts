import type { Config } from '../config/config';
import { DamagedRow, orDamage } from '../db/damaged-row.port';
import type { SettingStore } from '../db/stores.port';
import { startDemoModel } from '../demo-model/start-demo-model';
import type { Model } from '../llm/model.port';
import { findLocalServers } from '../llm/model-servers';
import type { ModelDescription, ModelServer, ModelSource } from '../llm/model-source.port';
import type { BuiltInProvider, ServerProvider } from '../llm/provider';
import { createProviders, type Providers } from '../llm/providers';
import { createUnusableModel } from '../llm/unusable-model';
import { keepOutOfLog } from '../logging/hide-secrets';
import { hostOf } from '../shared/server-address';
import { fromDamagedSettings, fromEnvironment, fromSettings, type SetUpServer } from './set-up-server';

/** How many models stay open, so that each keeps what it learned about its server for the next step. */
const maxOpenModels = 20;

type Chosen =
  | { source: ModelDescription['source']; provider: BuiltInProvider; server: null }
  | { source: ModelDescription['source']; provider: ServerProvider; server: SetUpServer };

/**
 * Finds the model in force: from the settings page, else from the environment, else the demo model (a real server on
 * loopback that starts on first use). Also opens the model that a run is bound to. Settings that name a provider that
 * `providers` does not have count as not set.
 */
export function createModelSource(
  config: Pick<Config, 'model'>,
  settings: SettingStore,
  providers: Providers = createProviders({ startDemoModel }),
): ModelSource & { close(): Promise<void> } {
  const environment = config.model && fromEnvironment(config.model);
  const find = (id: string) => providers.all.find((provider) => provider.id === id);
  const findProtocol = (id = providers.environment.id) => {
    const provider = find(id);
    return provider?.needsServer ? provider : null;
  };

  /** Every key passes through here before its first use. */
  const guarded = <Server extends ModelServer>(server: Server): Server => {
    if (server.apiKey) keepOutOfLog(server.apiKey);
    return server;
  };

  const choose = async (): Promise<Chosen> => {
    const stored = await orDamage(settings.readModel());
    // Another model than the one that a person chose would be a surprise.
    if (stored instanceof DamagedRow)
      return { source: 'settings', provider: providers.environment, server: fromDamagedSettings(stored) };
    const provider = stored && find(stored.provider);
    if (provider?.needsServer && stored?.baseUrl !== undefined) {
      return { source: 'settings', provider, server: fromSettings(stored) };
    }
    if (provider && !provider.needsServer) {
      return { source: provider === providers.fallback ? 'demo' : 'settings', provider, server: null };
    }
    if (environment) return { source: 'environment', provider: providers.environment, server: environment };
    return { source: 'demo', provider: providers.fallback, server: null };
  };

  const inForce: ModelSource['inForce'] = async () => {
    const { provider, server } = await choose();
    if (!server) return { name: provider.name, bound: { provider: provider.id } };
    const { baseUrl, model, apiKey, isKeyLost } = server;
    return {
      name: nameOf(server),
      bound: { provider: provider.id, baseUrl, model, hasKey: isKeyLost || Boolean(apiKey) },
    };
  };

  /** The server that the settings or the environment have for this address now. */
  const findServer = async (baseUrl: string): Promise<SetUpServer | null> => {
    const stored = await orDamage(settings.readModel());
    const chosen = stored !== null && 'baseUrl' in stored && stored.baseUrl !== undefined ? stored : null;
    const servers = [chosen && fromSettings(chosen), environment];
    return servers.find((server) => server?.baseUrl === baseUrl) ?? null;
  };

  const opened = new Map<string, Model>();
  const openOnce = async (facts: readonly (string | null)[], open: () => Model | Promise<Model>) => {
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
    async describe() {
      const { source, provider, server } = await choose();
      return {
        source,
        provider: provider.id,
        baseUrl: server?.baseUrl ?? null,
        model: server?.model ?? null,
        hasKey: Boolean(server?.apiKey),
        name: server ? nameOf(server) : provider.name,
        problem: server?.problem ?? null,
        isKeyLost: server?.isKeyLost ?? false,
      };
    },
    async open(bound) {
      const wanted = bound ?? (await inForce()).bound;
      const provider = find(wanted.provider);
      if (!provider) return null;
      if (!provider.needsServer) return openOnce([provider.id], provider.open);
      if (wanted.baseUrl === undefined) return null;
      const server = await findServer(wanted.baseUrl);
      if (!server && wanted.hasKey) return null;
      const { baseUrl, model } = wanted;
      const target = { baseUrl, model, apiKey: server?.apiKey ?? null };
      const name = nameOf(target);
      if (server?.problem) return createUnusableModel({ name, problem: server.problem });
      return openOnce([provider.id, baseUrl, model, target.apiKey], () =>
        provider.open({ ...guarded(target), name }),
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

const unknownProvider = {
  code: 'not_found',
  message: 'This version of Countersign does not have this kind of model server.',
} as const;

function nameOf({ baseUrl, model }: { baseUrl: string; model: string }): string {
  return `${model} at ${hostOf(baseUrl)}`;
}
