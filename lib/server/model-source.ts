import type { Config } from '../config/config';
import type { SettingStore } from '../db/stores.port';
import { startDemoModel } from '../demo-model/start-demo-model';
import type { Model } from '../llm/model.port';
import { findLocalServers, listModels, testConnection } from '../llm/model-servers';
import type { ModelDescription, ModelServer, ModelSource } from '../llm/model-source.port';
import { createOpenAiModel } from '../llm/openai-model';
import { createUnusableModel } from '../llm/unusable-model';
import { keepOutOfLog } from '../logging/hide-secrets';
import { hostOf } from '../shared/server-address';
import { fromEnvironment, fromSettings, type SetUpServer } from './set-up-server';

const demoName = 'Demo (scripted, no AI)';

/** How many models stay open, so that each keeps what it learned about its server for the next step. */
const maxOpenModels = 20;

/**
 * Finds the model in force: from the settings page, else from the environment, else the demo model (a real server on
 * loopback that starts on first use). Also opens the model that a run is bound to.
 */
export function createModelSource(
  config: Pick<Config, 'model'>,
  settings: SettingStore,
): ModelSource & { close(): Promise<void> } {
  let demo: ReturnType<typeof startDemoModel> | null = null;
  const startDemo = () => {
    demo ??= startDemoModel({});
    return demo;
  };

  const environment = config.model && fromEnvironment(config.model);

  /** Every key passes through here before its first use. */
  const guarded = <Server extends ModelServer>(server: Server): Server => {
    if (server.apiKey) keepOutOfLog(server.apiKey);
    return server;
  };

  const choose = async (): Promise<{ source: ModelDescription['source']; server: SetUpServer | null }> => {
    const stored = await settings.readModel();
    if (stored?.provider === 'openai_compatible') return { source: 'settings', server: fromSettings(stored) };
    if (stored?.provider !== 'demo' && environment) return { source: 'environment', server: environment };
    return { source: 'demo', server: null };
  };

  const inForce: ModelSource['inForce'] = async () => {
    const { server } = await choose();
    if (!server) return { name: demoName, bound: { provider: 'demo' } };
    const { baseUrl, model, apiKey, isKeyLost } = server;
    return {
      name: nameOf(server),
      bound: { provider: 'openai_compatible', baseUrl, model, hasKey: isKeyLost || Boolean(apiKey) },
    };
  };

  /** The server that the settings or the environment have for this address now. */
  const findServer = async (baseUrl: string): Promise<SetUpServer | null> => {
    const stored = await settings.readModel();
    const servers = [stored?.provider === 'openai_compatible' ? fromSettings(stored) : null, environment];
    return servers.find((server) => server?.baseUrl === baseUrl) ?? null;
  };

  const opened = new Map<string, Model>();
  const openOnce = (server: Server, name: string): Model => {
    const key = JSON.stringify([server.baseUrl, server.model, server.apiKey]);
    const model = opened.get(key) ?? createOpenAiModel({ ...guarded(server), name });
    // The map keeps the order of use: the first one was not used for the longest time.
    opened.delete(key);
    opened.set(key, model);
    for (const oldest of [...opened.keys()].slice(0, -maxOpenModels)) opened.delete(oldest);
    return model;
  };

  return {
    inForce,
    async describe() {
      const { source, server } = await choose();
      return {
        source,
        baseUrl: server?.baseUrl ?? null,
        model: server?.model ?? null,
        hasKey: Boolean(server?.apiKey),
        name: server ? nameOf(server) : demoName,
        problem: server?.problem ?? null,
        isKeyLost: server?.isKeyLost ?? false,
      };
    },
    async open(bound) {
      const wanted = bound ?? (await inForce()).bound;
      if (wanted.provider === 'demo') {
        const { baseUrl, model } = await startDemo();
        return openOnce({ baseUrl, apiKey: null, model }, demoName);
      }
      const server = await findServer(wanted.baseUrl);
      if (!server && wanted.hasKey) return null;
      const target = { baseUrl: wanted.baseUrl, model: wanted.model, apiKey: server?.apiKey ?? null };
      const name = nameOf(target);
      return server?.problem
        ? createUnusableModel({ name, problem: server.problem })
        : openOnce(target, name);
    },
    listModels: (server) => listModels(guarded(server)),
    test: (target) => testConnection(guarded(target)),
    findLocalServers,
    async close() {
      await (await demo)?.close();
    },
  };
}

type Server = ModelServer & { model: string };

function nameOf({ baseUrl, model }: Server): string {
  return `${model} at ${hostOf(baseUrl)}`;
}
