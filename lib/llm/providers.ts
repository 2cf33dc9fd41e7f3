import { createDemoProvider, type StartServer } from './demo-provider';
import { openAiCompatible } from './openai-provider';
import type { BuiltInProvider, Provider, ServerProvider } from './provider';

export type Providers = {
  /** In the order of the settings form. */
  all: readonly Provider[];
  /** Of the server that the environment names. */
  environment: ServerProvider;
  /** In force unless a person chose another. */
  fallback: BuiltInProvider;
};

/** To add a provider, write a file that exports a `ServerProvider`, and add a line to `all`. */
export function createProviders(parts: {
  startDemoModel: StartServer;
  demoRequests?: readonly string[];
}): Providers {
  const demo = createDemoProvider(parts.startDemoModel, parts.demoRequests);
  return { all: [openAiCompatible, demo], environment: openAiCompatible, fallback: demo };
}
