import { createSecretFilter, hideSecretsIn } from './hide-whole-secrets';
import type { Model } from './model.port';
import type { Providers, ServerProvider } from './provider.port';
import { secretsOf } from './server-secrets';

/** Lists every secret of the models that are set up. It is asked at each reply. */
export type KnownSecrets = () => readonly string[];

/**
 * Returns the same providers without secrets in what their servers say: in text, calls, lists of models and
 * failures. A server may repeat its own key, and also that of another saved model.
 */
export function createHidingProviders(providers: Providers, knownSecrets: KnownSecrets): Providers {
  const hiding = (provider: ServerProvider) => createHidingProvider(provider, knownSecrets);
  return {
    ...providers,
    all: providers.all.map((provider) => (provider.needsServer ? hiding(provider) : provider)),
    environment: hiding(providers.environment),
  };
}

export function createHidingProvider(provider: ServerProvider, knownSecrets: KnownSecrets): ServerProvider {
  return {
    ...provider,
    open: (target) =>
      createHidingModel(provider.open(target), () => [...secretsOf(target), ...knownSecrets()]),
    listOfferedModels: async (server, options) =>
      hideSecretsIn(await provider.listOfferedModels(server, options), [
        ...secretsOf(server),
        ...knownSecrets(),
      ]),
  };
}

function createHidingModel(model: Model, knownSecrets: KnownSecrets): Model {
  return {
    name: model.name,
    findWindow: model.findWindow,
    async *streamReply(request) {
      const secrets = knownSecrets();
      let shown = createSecretFilter(secrets);
      for await (const chunk of model.streamReply(request)) {
        if (chunk.type === 'text') {
          const text = shown.push(chunk.text);
          if (text !== '') yield { type: 'text', text };
          continue;
        }
        if (chunk.type === 'restarted') shown = createSecretFilter(secrets);
        if (chunk.type === 'finished' || chunk.type === 'failed') {
          const rest = shown.end();
          if (rest !== '') yield { type: 'text', text: rest };
        }
        yield hideSecretsIn(chunk, secrets);
      }
    },
  };
}
