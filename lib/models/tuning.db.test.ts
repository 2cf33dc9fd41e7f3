import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTuningDraft, toTuningDraft } from '../../app/_features/settings/tuning-draft';
import { openServices } from '../../tests/open-services';
import { toCheckedSettings } from '../contracts/checked-settings';
import { pickTuning, type TuningField, tuningFields, tuningNames } from '../contracts/model-tuning';
import { modelBody } from '../contracts/settings';
import { localActor } from '../domain/actor';
import { addModel, getModelSettings } from '../use-cases/saved-models';
import { readEnvironmentModel, variableOf } from './environment-model';

function sampleOf(field: TuningField) {
  if (field.kind === 'texts') return ['END', '\nUser:'];
  return field.kind === 'word' ? 'low' : field.max;
}
const tuning = pickTuning(
  Object.fromEntries(tuningNames.map((name) => [name, sampleOf(tuningFields[name])])),
);
const checked = {
  baseUrl: 'http://127.0.0.1:9/v1',
  model: 'small',
  checkedAt: '2026-01-01T00:00:00.000Z',
  verdict: 'fits' as const,
  why: '',
  findings: [],
  firstTokenMs: null,
  windowTokens: null,
  tokensPerSecond: null,
  structure: null,
};

let bench: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  bench = await openServices();
});
afterEach(() => bench.close());

const server = { baseUrl: 'http://127.0.0.1:9/v1', model: 'small' };

test('each part of the tuning is read from the form, stored, shown and described in checks', async () => {
  expect(Object.keys(tuning)).toEqual(tuningNames);
  const entered = readTuningDraft(toTuningDraft(tuning));
  expect(entered).toEqual({ tuning, problems: {} });
  const provider = { id: 'openai_compatible', needsServer: true };
  const body = modelBody([provider]).parse({ provider: provider.id, ...server, ...entered.tuning });
  await addModel(bench.services, localActor, body);
  const { models } = await getModelSettings(bench.services, localActor);
  expect(models[0]?.tuning).toEqual(tuning);
  const settings = toCheckedSettings(tuning);
  expect(settings).toEqual({ ...tuning, headers: [], query: [] });
  await bench.services.modelChecks.keep({ ...checked, settings }, localActor);
  expect((await bench.services.modelChecks.list())[0]?.settings).toEqual(settings);
});

test('each part of the tuning has a variable', () => {
  const variables = tuningNames.map((name) => {
    const value = tuning[name];
    return [variableOf(name), Array.isArray(value) ? JSON.stringify(value) : String(value)];
  });
  const model = readEnvironmentModel({ OPENAI_BASE_URL: server.baseUrl, ...Object.fromEntries(variables) });
  expect(model?.tuning).toEqual(tuning);
});
