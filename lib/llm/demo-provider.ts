import type { BuiltInProvider } from '../models/provider.port';
import { createOpenAiModel } from './openai-model';

/** Starts a server with the chat-completions API on this machine. */
export type StartServer = () => Promise<{ baseUrl: string; model: string; close(): Promise<void> }>;

/**
 * Creates the provider of the demo model. It calls `start` on first use, and again only after `start` failed.
 * `understands` lists the requests that the demo's script can play.
 */
export function createDemoProvider(start: StartServer, understands: readonly string[] = []): BuiltInProvider {
  const name = 'Demo (scripted, no AI)';
  let server: ReturnType<StartServer> | null = null;
  return {
    id: 'demo',
    label: 'Demo (no AI)',
    description: 'Works offline, without a model, so that you can try things out.',
    needsServer: false,
    name,
    understands,
    async open() {
      server ??= start().catch((error: unknown) => {
        server = null;
        throw error;
      });
      const { baseUrl, model } = await server;
      return createOpenAiModel({ baseUrl, model, apiKey: null, name });
    },
    async close() {
      const started = await server?.catch(() => null);
      await started?.close();
    },
  };
}
