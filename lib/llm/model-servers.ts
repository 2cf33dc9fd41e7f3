import { z } from 'zod';
import type { ModelServer, OfferedModel, OfferedModels } from '../models/provider.port';
import { createClient } from './openai-client';
import { findError } from './said-error';
import { AnswerError, NotModelServerError, toServerFailure } from './server-failure';
import { startWatch } from './watch';

/** Together sends the list itself, without `data`. */
const models = z.array(z.object({ id: z.string(), pricing: z.unknown().optional() }));
const modelList = z.union([
  models,
  z.object({ data: models.nullable() }).transform(({ data }) => data ?? []),
]);

/** OpenRouter names dollars per token, as text. We do not know the unit of any other price. */
const pricing = z.object({
  prompt: z.string().transform(Number),
  completion: z.string().transform(Number),
  input_cache_read: z.string().transform(Number).optional(),
});

function toOffered({ id, pricing: said }: z.infer<typeof models>[number]): OfferedModel {
  const parsed = pricing.safeParse(said);
  if (!parsed.success) return { id, prices: null };
  const { prompt, completion, input_cache_read: cached } = parsed.data;
  const counts = [prompt, completion, cached ?? 0];
  // A negative price means an unknown price.
  if (!counts.every((count) => count >= 0 && Number.isFinite(count))) return { id, prices: null };
  const ofMillion = (dollars: number) => Number((dollars * 1_000_000).toPrecision(6));
  const prices = { input: ofMillion(prompt), output: ofMillion(completion) };
  return { id, prices: cached === undefined ? prices : { ...prices, cached: ofMillion(cached) } };
}

/**
 * Lists the models of a server in sorted order (`GET {baseUrl}/models`). It makes one attempt, without
 * retries.
 */
export async function listOfferedModels(
  server: ModelServer,
  options: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<OfferedModels> {
  const signal = options.signal ?? new AbortController().signal;
  const watch = startWatch(signal, options.timeoutMs ?? 10_000);
  try {
    const request = createClient(server).get('/models', { signal: watch.signal });
    const body = parseIfText(await watch.guard(request));
    const said = findError(body);
    if (said) throw new AnswerError(said);
    const parsed = modelList.safeParse(body);
    if (!parsed.success) throw new NotModelServerError();
    return { ok: true, models: parsed.data.map(toOffered).sort((a, b) => (a.id < b.id ? -1 : 1)) };
  } catch (caught) {
    if (signal.aborted) throw signal.reason;
    const cause = watch.signal.aborted ? watch.signal.reason : caught;
    return { ok: false, ...toServerFailure(cause, server).error };
  } finally {
    watch.end();
  }
}

export type LocalServer = { product: string; baseUrl: string; models: string[] };

/** These are the default ports of these products. */
export const localProducts: readonly { product: string; port: number }[] = [
  { product: 'Ollama', port: 11434 },
  { product: 'LM Studio', port: 1234 },
  { product: 'vLLM', port: 8000 },
  { product: 'llama.cpp', port: 8080 },
];

/**
 * Finds model servers on this machine, and on other hosts of the caller: it asks the usual ports for their
 * models, all at once, for one second.
 */
export async function findLocalServers(
  hosts: readonly string[] = ['127.0.0.1'],
  products = localProducts,
  timeoutMs = 1_000,
): Promise<LocalServer[]> {
  const places = hosts.flatMap((host) => products.map(({ product, port }) => ({ product, host, port })));
  const found = await Promise.all(
    places.map(async ({ product, host, port }) => {
      const baseUrl = `http://${host}:${port}/v1`;
      const listed = await listOfferedModels({ baseUrl, apiKey: null }, { timeoutMs });
      return listed.ok ? { product, baseUrl, models: listed.models.map(({ id }) => id) } : null;
    }),
  );
  return found.filter((server) => server !== null);
}

/** Some servers send JSON with the content type of plain text. */
function parseIfText(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
