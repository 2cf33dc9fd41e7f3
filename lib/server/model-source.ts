import type { Config } from '../config/config';
import type { SettingStore } from '../db/ports/model-stores.port';
import { demoRequests } from '../demo-model/scripts/demo-requests';
import { startDemoModel } from '../demo-model/start-demo-model';
import { findLocalServers } from '../llm/model-servers';
import { createProviders } from '../llm/providers';
import { noteSecret, setUpSecrets } from '../logging/hide-secrets';
import { createModels } from '../models/model-source';

/** Builds the source of models with every provider. The demo model is a real server on loopback. */
export function createModelSource(
  { model, containerHost = null }: Pick<Config, 'model'> & Partial<Pick<Config, 'containerHost'>>,
  settings: SettingStore,
  providers = createProviders({ startDemoModel, demoRequests, containerHost }),
) {
  return createModels({
    environment: model,
    settings,
    providers,
    findLocalServers: () =>
      findLocalServers(['127.0.0.1', ...(containerHost === null ? [] : [containerHost])]),
    containerHost,
    noteSecret,
    knownSecrets: setUpSecrets,
  });
}
