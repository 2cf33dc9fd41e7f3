import type { Providers } from '../models/provider.port';
import { createDemoProvider, type StartServer } from './demo-provider';
import { openAiCompatible } from './openai-provider';

/** To add a provider, write a file that exports a `ServerProvider`, and add a line to `all`. */
export function createProviders(parts: {
  startDemoModel: StartServer;
  demoRequests?: readonly string[];
}): Providers {
  const demo = createDemoProvider(parts.startDemoModel, parts.demoRequests);
  return { all: [openAiCompatible, demo], environment: openAiCompatible, fallback: demo };
}
