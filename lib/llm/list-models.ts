import { z } from 'zod';
import type { ModelError } from './model.port';
import { createClient, type ModelServer } from './model-server';
import { NotModelServerError, toServerFailure } from './server-failure';
import { startWatch } from './watch';

const modelList = z.object({ data: z.array(z.object({ id: z.string() })).nullable() });

export type ListedModels = { ok: true; models: string[] } | { ok: false; error: ModelError };

/** The names of the models a server offers (`GET {baseUrl}/models`), sorted. One attempt, no retries. */
export async function listModels(
  server: ModelServer,
  options: { timeoutMs?: number; signal?: AbortSignal } = {},
): Promise<ListedModels> {
  const signal = options.signal ?? new AbortController().signal;
  const watch = startWatch(signal, options.timeoutMs ?? 10_000);
  try {
    const request = createClient(server).get('/models', { signal: watch.signal });
    const parsed = modelList.safeParse(parseIfText(await watch.guard(request)));
    if (!parsed.success) throw new NotModelServerError();
    return { ok: true, models: (parsed.data.data ?? []).map((model) => model.id).sort() };
  } catch (caught) {
    if (signal.aborted) throw signal.reason;
    const cause = watch.signal.aborted ? watch.signal.reason : caught;
    return { ok: false, error: toServerFailure(cause, server).error };
  } finally {
    watch.end();
  }
}

/** Some servers call their JSON plain text. */
function parseIfText(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
