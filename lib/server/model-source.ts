import type { Config } from '../config/config';
import type { SettingStore } from '../db/stores.port';
import { startDemoModel } from '../llm/demo/start-demo-model';
import type { Model } from '../llm/model.port';
import { findLocalServers, listModels, testConnection } from '../llm/model-servers';
import type { ModelDescription, ModelSource } from '../llm/model-source.port';
import { createOpenAiModel } from '../llm/openai-model';

const demoModelId = 'countersign-demo';
const demoName = 'Demo model (a script, no AI)';

/**
 * Which model is in force: what the settings page says, else the environment, else the demo model (a real server on
 * loopback, started when it is first needed).
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

  const choose = async (): Promise<{ source: ModelDescription['source']; server: Server | null }> => {
    const stored = await settings.readModel();
    if (stored?.provider === 'openai_compatible') return { source: 'settings', server: stored };
    if (stored?.provider !== 'demo' && config.model) return { source: 'environment', server: config.model };
    return { source: 'demo', server: null };
  };

  return {
    async describe() {
      const { source, server } = await choose();
      return {
        source,
        baseUrl: server?.baseUrl ?? null,
        model: server?.model ?? null,
        hasKey: Boolean(server?.apiKey),
        name: server ? nameOf(server) : demoName,
      };
    },
    async current(): Promise<Model> {
      const { server } = await choose();
      if (server) return createOpenAiModel({ ...server, name: nameOf(server) });
      const { baseUrl } = await startDemo();
      return createOpenAiModel({ baseUrl, apiKey: null, model: demoModelId, name: demoName });
    },
    listModels,
    test: testConnection,
    findLocalServers,
    async close() {
      await (await demo)?.close();
    },
  };
}

type Server = { baseUrl: string; apiKey: string | null; model: string };

function nameOf({ baseUrl, model }: Server): string {
  return `${model} at ${new URL(baseUrl).host}`;
}
