import { type ModelBody, type ModelSettings, type ModelView, modelLimits } from '../contracts/settings';
import type { Actor } from '../domain/actor';
import { readModelServer, toTuningView } from '../models/entered-server';
import { type Named, refuseTakenName } from '../models/model-name';
import type { ModelDescription } from '../models/model-source.port';
import { findNamedModel, findVerdict } from '../models/pick-model';
import { withStoredSecrets } from '../models/stored-secrets';
import { AppError } from '../shared/app-error';
import { createId } from '../shared/ids';
import type { Services } from './services';

type Reads = Pick<Services, 'models' | 'modelChecks' | 'workflows'>;
type Changes = Reads & Pick<Services, 'settings'>;

export async function getModelSettings(services: Reads, _actor: Actor): Promise<ModelSettings> {
  const [models, checks, { workflows }] = await Promise.all([
    services.models.list(),
    services.modelChecks.list(),
    services.workflows.list(),
  ]);
  const namedBy = (model: ModelDescription) =>
    workflows.filter(
      (workflow) =>
        workflow.kind === 'agent' && workflow.model && findNamedModel(models, workflow.model) === model,
    );
  const views = models.map((model): ModelView => {
    const { headers, query, tuning, understands: _, ...rest } = model;
    return {
      ...rest,
      headers: [...headers],
      query: [...query],
      tuning: toTuningView(tuning),
      workflows: namedBy(model).map(({ title }) => title),
      check: findVerdict(model, checks),
    };
  });
  const inForce = views.find(({ isDefault }) => isDefault);
  if (!inForce) throw new Error('The list of models has no default');
  return { ...inForce, models: views, providers: [...services.models.providers()] };
}

export async function addModel(services: Changes, actor: Actor, body: ModelBody): Promise<ModelSettings> {
  return saveModel(services, actor, { id: createId('mdl'), ...body }, (saved) => {
    if (saved.length < modelLimits.savedModels) return;
    throw new AppError('invalid_body', `${modelLimits.savedModels} models are saved. Remove one first.`);
  });
}

export async function changeModel(
  services: Changes,
  actor: Actor,
  body: ModelBody & { id: string },
): Promise<ModelSettings> {
  return saveModel(services, actor, body, (saved) => {
    if (!saved.some(({ id }) => id === body.id)) throw noSuchModel();
  });
}

/**
 * Runs that still wait for the removed model go on only if another saved model has its address, or if it
 * needs no key.
 */
export async function removeModel(
  services: Changes,
  actor: Actor,
  { id }: { id: string },
): Promise<ModelSettings> {
  if (!(await services.settings.removeModel(id, actor))) throw noSuchModel();
  return getModelSettings(services, actor);
}

export async function chooseModel(
  services: Changes,
  actor: Actor,
  { id }: { id: string },
): Promise<ModelSettings> {
  if (!(await services.models.list()).some((model) => model.id === id)) throw noSuchModel();
  await services.settings.chooseModel(id, actor);
  return getModelSettings(services, actor);
}

async function saveModel(
  services: Changes,
  actor: Actor,
  body: ModelBody & { id: string },
  mayBeSaved: (saved: readonly Named[]) => void,
): Promise<ModelSettings> {
  const { id, provider, isDefault = false } = body;
  const entered = readModelServer(body);
  const { models } = await services.settings.readModels();
  const facts = { id, provider, ...entered, name: body.name || null };
  const check = (saved: readonly Named[]) => {
    mayBeSaved(saved);
    refuseTakenName(facts, saved);
  };
  check(models);
  // The store checks again when it saves, because models may have come or gone in between.
  await services.settings.saveModel(withStoredSecrets(facts, models), actor, { isDefault, check });
  return getModelSettings(services, actor);
}

const noSuchModel = () => new AppError('not_found', 'This model is no longer saved.');
