import {
  type ModelBody,
  type ModelServerBody,
  type ModelSettings,
  type ModelView,
  modelLimits,
} from '../contracts/settings';
import type { ModelToSave, SavedModel } from '../db/ports/model-stores.port';
import type { Actor } from '../domain/actor';
import {
  type EnteredPair,
  isSameAddress,
  readModelServer,
  refuseFields,
  toTuningView,
} from '../models/entered-server';
import type { ModelDescription } from '../models/model-source.port';
import { findNamedModel, findVerdict } from '../models/pick-model';
import { nameOf } from '../models/set-up-server';
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
  if (!(await services.settings.removeModel(id))) throw noSuchModel();
  return getModelSettings(services, actor);
}

export async function chooseModel(
  services: Changes,
  actor: Actor,
  { id }: { id: string },
): Promise<ModelSettings> {
  if (!(await services.models.list()).some((model) => model.id === id)) throw noSuchModel();
  await services.settings.chooseModel(id);
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
  await services.settings.saveModel(withStoredSecrets(facts, models), { isDefault, check });
  return getModelSettings(services, actor);
}

const noSuchModel = () => new AppError('not_found', 'This model is no longer saved.');

type Named = { id: string; name: string | null; baseUrl: string; model: string };
const shownName = (model: Named) => model.name ?? nameOf(model);
const reservedNames = ['demo', 'environment'];

/** Workflow files and people tell models apart by their names. */
function refuseTakenName(model: Named, others: readonly Named[]): void {
  const name = shownName(model).toLowerCase();
  const isTaken = others.some((other) => other.id !== model.id && shownName(other).toLowerCase() === name);
  if (isTaken)
    refuseFields([
      ['name', `Another saved model is named “${shownName(model)}”. Give this one another name.`],
    ]);
  if (reservedNames.includes(name)) refuseFields([['name', 'This name is reserved for a built-in model.']]);
}

type Entered = Omit<ModelToSave, 'apiKey'> & { apiKey: string | null | undefined };

/**
 * Sends a stored secret only to the server that it was stored for: that of this model, or of another one at
 * the same address.
 */
function withStoredSecrets({ apiKey, ...facts }: Entered, saved: readonly SavedModel[]): ModelToSave {
  const { own, there } = findStored(saved, facts);
  const kept = apiKey === undefined && !own ? (there?.apiKey ?? null) : apiKey;
  const missing = (['headers', 'query'] as const).flatMap((kind) =>
    facts[kind].flatMap(({ name, value }, index) =>
      value === null && !findPair(own?.[kind], name) ? [[`${kind}.${index}.value`, enterAgain] as const] : [],
    ),
  );
  if (missing.length > 0) refuseFields(missing);
  return { ...facts, ...(kept === undefined ? {} : { apiKey: kept }) };
}

const enterAgain = 'Enter the value: none is stored for this address.';
const findPair = (pairs: readonly EnteredPair[] | undefined, wanted: string) =>
  pairs?.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()) ?? null;
const withStoredValues = (pairs: readonly EnteredPair[], stored: readonly EnteredPair[] | undefined) =>
  pairs.flatMap(({ name, value }) => {
    const kept = value ?? findPair(stored, name)?.value ?? null;
    return kept === null ? [] : [{ name, value: kept }];
  });

function findStored(
  saved: readonly SavedModel[],
  { id, baseUrl }: { id?: string | undefined; baseUrl: string },
) {
  const atAddress = saved.filter((model) => isSameAddress(model.baseUrl, baseUrl));
  const own = atAddress.find((model) => model.id === id) ?? null;
  return { own, there: own ?? atAddress.find(({ apiKey }) => apiKey !== null) ?? atAddress[0] ?? null };
}

/**
 * Returns the entered server with its secrets. `problem` means that a stored secret is needed and cannot be
 * read.
 */
export async function resolveServer(services: Pick<Services, 'models' | 'settings'>, body: ModelServerBody) {
  const { apiKey, headers, query, ...entered } = readModelServer(body);
  const { own, there } = findStored((await services.settings.readModels()).models, {
    id: body.id,
    baseUrl: entered.baseUrl,
  });
  const usesStored =
    (apiKey === undefined && there !== null) || [...headers, ...query].some(({ value }) => value === null);
  const lost = usesStored && there?.lostKey ? there.id : null;
  const described = lost === null ? null : (await services.models.list()).find(({ id }) => id === lost);
  const { tuning, model, ...server } = entered;
  return {
    server: {
      ...server,
      apiKey: apiKey === undefined ? (there?.apiKey ?? null) : apiKey,
      headers: withStoredValues(headers, own?.headers),
      query: withStoredValues(query, own?.query),
    },
    model,
    tuning,
    problem: described?.problem ?? null,
  };
}
