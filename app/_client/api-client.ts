import type * as z from 'zod/mini';
import { errorBody } from '@/lib/contracts/errors';
import { nextTask } from '@/lib/shared/next-task';
import { ApiError } from './api-error';
import { leave } from './leave';
import { outage } from './outage';
import { confirmPageKey, findOtherKey, keyHeader, readPageKey, takePageKey } from './page-key';
import { readEvents } from './read-events';

// Every page loads this module before its first request.
if (typeof window !== 'undefined') takePageKey();

export type ApiRequest = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
};

/** Returns an answer of the contract's shape, and throws an `ApiError` for everything else. */
export async function requestJson<Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  request: ApiRequest = {},
): Promise<z.output<Schema>> {
  const response = await send(path, request);
  const parsed = schema.safeParse(await readJson(response, request.signal));
  if (parsed.success) return parsed.data;
  throw new ApiError(response.status, {
    code: 'unexpected_answer',
    message: 'The server answered in a way this page does not understand. Reload the page.',
  });
}

/** Sends a request whose answer has no content, and throws as `requestJson` does. */
export async function requestNothing(path: string, request: ApiRequest): Promise<void> {
  await send(path, request);
}

/** Yields the events of a streamed answer as they arrive. */
export async function* streamEvents<Schema extends z.ZodMiniType>(
  schema: Schema,
  path: string,
  request: ApiRequest,
): AsyncGenerator<z.output<Schema>> {
  const { body } = await send(path, request);
  try {
    if (body) yield* readEvents(schema, body);
  } catch (cause) {
    throw explainBreak(cause, request.signal);
  }
}

async function send(path: string, request: ApiRequest): Promise<Response> {
  if ((request.method ?? 'GET') === 'GET') return sendOnce(path, request, '');
  const refused: string[] = [];
  for (let key = readPageKey(); ; ) {
    try {
      const response = await sendOnce(path, request, key);
      // The door lets strangers in without a key.
      if (!path.startsWith('/api/door/')) confirmPageKey(key, refused);
      return response;
    } catch (error) {
      refused.push(key);
      const other = error instanceof ApiError && error.code === 'no_key' ? findOtherKey(refused) : null;
      if (other === null) throw error;
      key = other;
    }
  }
}

async function sendOnce(
  path: string,
  { method = 'GET', body, signal }: ApiRequest,
  key: string,
): Promise<Response> {
  const init: RequestInit = { method, headers: { accept: 'application/json' }, cache: 'no-store' };
  if (method !== 'GET') {
    init.headers = {
      accept: 'application/json',
      'content-type': 'application/json',
      [keyHeader]: key,
    };
    init.body = JSON.stringify(body ?? {});
  }
  if (signal) init.signal = signal;
  // A page starts with several requests that each cost the browser milliseconds, so each gets its own task.
  if (method === 'GET') await nextTask();
  const response = await fetch(path, init).catch((cause: unknown) => {
    throw explainBreak(cause, signal);
  });
  if (response.ok) return response;
  if (response.status === 401) leave();
  const failed = errorBody.safeParse(await readJson(response, signal));
  if (failed.data?.error.code === 'database_unavailable') outage.set('The database cannot be written.');
  throw new ApiError(
    response.status,
    failed.success
      ? failed.data.error
      : { code: 'unexpected_answer', message: `The server answered with an error (${response.status}).` },
    readRetryAfter(response.headers),
  );
}

function readRetryAfter(headers: Headers): number | null {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,4}$/.test(seconds) ? Number(seconds) * 1_000 : null;
}

async function readJson(response: Response, signal: AbortSignal | undefined): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw explainBreak(cause, signal);
  });
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Returns `unreachable` when the connection broke, perhaps in the middle of an answer. An abort stays an
 * abort.
 */
function explainBreak(cause: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return cause;
  return new ApiError(0, { code: 'unreachable', message: 'Countersign could not be reached. Try again.' });
}
