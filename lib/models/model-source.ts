import { createHidingProviders, type KnownSecrets } from './hiding-providers';
import { createKeptOpen } from './keep-open';
import type { Model } from './model.port';
import {
  createModelList,
  findProtocol,
  type ModelListParts,
  type ServerBound,
  type SetUpModel,
  toDescription,
  toNamed,
} from './model-list';
import { nameOf } from './model-name';
import type { ModelSource } from './model-source.port';
import { createGuard } from './server-secrets';
import { createUnusableModel } from './unusable-model';

/** This many models stay open, so that each keeps what it learned about its server for the next step. */
const maxOpenModels = 20;

type Parts = ModelListParts &
  Pick<ModelSource, 'findLocalServers' | 'containerHost'> & { knownSecrets: KnownSecrets };

/**
 * Knows every model that runs may use: those that people saved, the environment's, and those that come with
 * the app. Also opens the model that a run is bound to.
 */
export function createModels(parts: Parts): ModelSource & { close(): Promise<void> } {
  const providers = createHidingProviders(parts.providers, parts.knownSecrets);
  const list = createModelList({ ...parts, providers });
  const guarded = createGuard(parts.noteSecret);
  const keptOpen = createKeptOpen<Model>(maxOpenModels);
  const findDefault = async (): Promise<SetUpModel> => {
    const found = (await list.all()).find(({ isDefault }) => isDefault);
    if (!found) throw new Error('The list of models has no default');
    return found;
  };
  const inForce = async () => toNamed(await findDefault());

  const openServer = async (bound: ServerBound): Promise<Model | null> => {
    const provider = findProtocol(providers, bound.provider);
    if (!provider) return null;
    const server = await list.findServer(bound);
    if (!server && bound.hasKey) return null;
    const { baseUrl, model } = bound;
    if (server?.problem) return createUnusableModel({ name: nameOf(bound), problem: server.problem });
    const { apiKey = null, headers = [], query = [] } = server ?? {};
    // The tuning of another model on this server says nothing about this one.
    const tuning = server?.model === model ? server.tuning : {};
    const target = { baseUrl, model, apiKey, headers, query, ...tuning };
    return keptOpen([provider.id, target], () => provider.open({ ...guarded(target), name: nameOf(bound) }));
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
    async find(wanted) {
      const found = (await list.all()).find(({ id }) => id === wanted);
      return found ? toNamed(found) : null;
    },
    list: async () => (await list.all()).map(toDescription),
    describe: async () => toDescription(await findDefault()),
    async open(bound) {
      const wanted = bound ?? (await inForce()).bound;
      if (wanted.baseUrl !== undefined) return openServer(wanted);
      const provider = providers.all.find(({ id }) => id === wanted.provider);
      return provider && !provider.needsServer ? keptOpen([provider.id], provider.open) : null;
    },
    async listOfferedModels(server, id) {
      const provider = findProtocol(providers, id);
      if (!provider) return { ok: false, ...unknownProvider };
      return provider.listOfferedModels(guarded(server, 'entered'));
    },
    openEntered: (target, id) =>
      findProtocol(providers, id)?.open({ ...guarded(target, 'entered'), name: nameOf(target) }) ?? null,
    findLocalServers: parts.findLocalServers,
    containerHost: parts.containerHost,
    async close() {
      for (const provider of providers.all) if (!provider.needsServer) await provider.close();
    },
  };
}

const unknownProvider = {
  code: 'not_found',
  message: 'This version of Countersign does not have this kind of model server.',
} as const;
