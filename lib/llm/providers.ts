import type { Providers } from '../models/provider.port';
import { createDemoProvider, type StartServer } from './demo-provider';
import { withContainerHint } from './hint-at-container';
import { openAiCompatible } from './openai-provider';

/** To add a provider, write a file that exports a `ServerProvider`, and add a line to `all`. */
export function createProviders(parts: {
  startDemoModel: StartServer;
  demoRequests?: readonly string[];
  /** In a container, this is the name of the machine that it runs on. */
  containerHost?: string | null;
}): Providers {
  const demo = createDemoProvider(parts.startDemoModel, parts.demoRequests);
  const byServer = withContainerHint(openAiCompatible, parts.containerHost ?? null);
  return { all: [byServer, demo], environment: byServer, fallback: demo };
}
