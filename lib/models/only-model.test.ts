import { expect, test } from 'vitest';
import { createOnlyModelFinder } from './only-model';
import type { OfferedModels } from './provider.port';

const server = { baseUrl: 'http://127.0.0.1:11434/v1', apiKey: null };
const listing = (...names: string[]): OfferedModels => ({
  ok: true,
  models: names.map((id) => ({ id, prices: null })),
});
const find = (listed: OfferedModels) =>
  createOnlyModelFinder(server, { listOfferedModels: async () => listed })();

test('the only model is taken, and one for embeddings does not count', async () => {
  expect(await find(listing('qwen3'))).toEqual({ model: 'qwen3', problem: null });
  expect(await find(listing('qwen3', 'text-embedding-nomic'))).toEqual({ model: 'qwen3', problem: null });
});

test('several, none, or no answer: the words say what to set', async () => {
  const several = await find(listing('a', 'b', 'c', 'd', 'e', 'f', 'g'));
  expect(several.problem).toContain('127.0.0.1:11434 has 7 models: a, b, c, d, e and 2 more.');
  const none = await find(listing());
  expect(none.problem).toContain('lists no model.');
  const failed = await find({ ok: false, code: 'unreachable', message: 'Nothing is listening there.' });
  expect(failed.problem).toContain('could not be asked which models it has. Nothing is listening there.');
  for (const { problem } of [several, none, failed])
    expect(problem).toContain('Set the environment variable OPENAI_MODEL');
});

test('a server that starts later is found, and one that was found is not asked again', async () => {
  let time = 0;
  let asked = 0;
  let listed = listing();
  const listOfferedModels = async () => {
    asked += 1;
    return listed;
  };
  const findOnly = createOnlyModelFinder(server, { listOfferedModels }, () => time);
  await Promise.all([findOnly(), findOnly()]);
  listed = listing('qwen3');
  expect([(await findOnly()).problem === null, asked]).toEqual([false, 1]);
  time = 11_000;
  expect(await findOnly()).toEqual({ model: 'qwen3', problem: null });
  time = 1_000_000;
  await findOnly();
  expect(asked).toBe(2);
});
