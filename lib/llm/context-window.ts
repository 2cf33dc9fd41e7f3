import type { ModelServer } from '../models/provider.port';
import { isJsonObject, type JsonObject } from '../shared/json';
import { createClient } from './openai-client';
import { startWatch } from './watch';

type Target = ModelServer & { model: string };
type Entered = { windowTokens?: number | undefined };

const timeoutMs = 2_000;

/**
 * Returns the window that the server gives the model now, in tokens, or null when the server does not tell.
 * Asks in the ways of all known servers at once. Never throws.
 */
export async function askForWindow(target: Target, signal: AbortSignal): Promise<number | null> {
  const root = target.baseUrl.replace(/\/v1\/?$/, '');
  const ask = (baseUrl: string, path: string, body?: object) =>
    askServer({ ...target, baseUrl }, path, body, signal);
  const [props, running, shown, loaded, listed] = await Promise.all([
    ask(root, '/props'),
    ask(root, '/api/ps'),
    ask(root, '/api/show', { model: target.model }),
    ask(root, '/api/v0/models'),
    ask(target.baseUrl, '/models'),
  ]);
  const names = [target.model, `${target.model}:latest`];
  return (
    readProps(props) ??
    readCount(findEntry(running, names), ['context_length']) ??
    readParameters(shown) ??
    readCount(findEntry(loaded, names), ['loaded_context_length']) ??
    readListed(listed, names)
  );
}

/** llama.cpp names the window of one of its slots. */
function readProps(props: unknown): number | null {
  if (!isJsonObject(props)) return null;
  return readCount(props['default_generation_settings'], ['n_ctx']) ?? readCount(props, ['n_ctx']);
}

/**
 * Ollama names a size that the model's own file sets. The size that the model was trained for does not say
 * what it gets.
 */
function readParameters(shown: unknown): number | null {
  const parameters = isJsonObject(shown) ? shown['parameters'] : null;
  const found = typeof parameters === 'string' ? /^num_ctx\s+(\d+)/m.exec(parameters)?.[1] : undefined;
  return found === undefined ? null : Number(found);
}

/** vLLM, SGLang, OpenRouter, Together, Groq, Mistral and others name the window in their list of models. */
function readListed(listed: unknown, names: readonly string[]): number | null {
  const entry = findEntry(listed, names);
  const own = readCount(entry, [
    'max_model_len',
    'context_length',
    'context_window',
    'max_context_length',
    'max_input_tokens',
  ]);
  const provided = readCount(isJsonObject(entry) ? entry['top_provider'] : null, ['context_length']);
  return own !== null && provided !== null ? Math.min(own, provided) : (own ?? provided);
}

/** The list is in `data` or `models`, or the answer itself is the list. */
function findEntry(answer: unknown, names: readonly string[]): JsonObject | null {
  const list = isJsonObject(answer) ? (answer['data'] ?? answer['models']) : answer;
  const entries = (Array.isArray(list) ? list : []).filter(isJsonObject);
  const isNamed = (entry: JsonObject) =>
    [entry['id'], entry['name'], entry['model']].some(
      (name) => typeof name === 'string' && names.includes(name),
    );
  return entries.find(isNamed) ?? null;
}

function readCount(fields: unknown, names: readonly string[]): number | null {
  if (!isJsonObject(fields)) return null;
  const counts = names.map((name) => fields[name]);
  const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;
  return counts.find(isCount) ?? null;
}

async function askServer(
  server: ModelServer,
  path: string,
  body: object | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  if (signal.aborted) return null;
  const watch = startWatch(signal, timeoutMs);
  try {
    const client = createClient(server);
    const options = { signal: watch.signal };
    const answer: unknown = await watch.guard(
      body ? client.post(path, { ...options, body }) : client.get(path, options),
    );
    return typeof answer === 'string' ? JSON.parse(answer) : answer;
  } catch {
    // Most servers know only one of these ways, so a failure means that the server does not tell.
    return null;
  } finally {
    watch.end();
  }
}

/** The number that a person entered counts when it is lower, or when the server tells none. */
function atMost(told: number | null, entered: number | undefined): number | null {
  if (entered === undefined) return told;
  return told === null ? entered : Math.min(told, entered);
}

const keptMs = 10 * 60 * 1_000;

/** Settles like the promise, or resolves to null as soon as the signal aborts. */
const untilStopped = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> =>
  new Promise((resolve, reject) => {
    const stop = () => resolve(null);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

type Question = { tokens: Promise<number | null>; at: number; isSecond: boolean; toldNothing: boolean };

/**
 * Remembers the answer for ten minutes. When a server told no window, the finder asks once more after the
 * first reply, because some servers know the window only when the model is loaded.
 */
export function createWindowFinder(target: Target & Entered) {
  // Several runs wait for one question, so no run's signal may stop it. The question's timeout ends it.
  const { signal: noOnes } = new AbortController();
  let question: Question | null = null;
  let hasReplied = false;
  const ask = (isSecond: boolean): Question => {
    hasReplied = false;
    const tokens = askForWindow(target, noOnes).then((told) => atMost(told, target.windowTokens));
    const asked = { tokens, at: performance.now(), isSecond, toldNothing: false };
    tokens.then((told) => {
      asked.toldNothing = told === null;
    });
    return asked;
  };
  return {
    async find(signal: AbortSignal): Promise<number | null> {
      if (signal.aborted) return null;
      if (!question || performance.now() - question.at > keptMs) question = ask(false);
      else if (question.toldNothing && !question.isSecond && hasReplied) question = ask(true);
      return untilStopped(question.tokens, signal);
    },
    /** A reply arrived, so the model is loaded now. */
    noteReply(): void {
      hasReplied = true;
    },
  };
}
