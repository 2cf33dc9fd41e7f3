import { createDemoProvider, type StartServer } from './demo-provider';
import { openAiCompatible } from './openai-provider';
import type { BuiltInProvider, Provider, ServerProvider } from './provider';

export type Providers = {
  /** The settings form shows the providers in this order. */
  all: readonly Provider[];
  /** This provider speaks to the server that the environment names. */
  environment: ServerProvider;
  /** This provider's model is the default unless a person chose another. */
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
