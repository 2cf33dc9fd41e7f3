import OpenAI from 'openai';
import { type AskedTuning, pickTuning, type TuningName, tuningNames } from '../contracts/model-tuning';
import { hostOf } from '../contracts/server-address';
import { resultStart } from '../domain/result-text';
import type { Model, ModelChunk, ModelReply, ModelRequest } from '../models/model.port';
import { withAmount } from '../models/prices';
import type { NamedTarget } from '../models/provider.port';
import type { JsonObject } from '../shared/json';
import { describeDuration } from '../shared/quantities';
import { createWindowFinder } from './context-window';
import type { ServerFailure } from './explain-error';
import { createClient } from './openai-client';
import { leaveOut, namesField, type OptionalFields } from './optional-fields';
import { readAnswer } from './read-answer';
import { toRequestBody } from './request-body';
import { nothingTried, planRetry, type Retry } from './retry-plan';
import { AnswerError, saidIn, toServerFailure } from './server-failure';
import { pause, startWatch } from './watch';

export type OpenAiModelOptions = NamedTarget & {
  /**
   * Limits the silence before the reply begins. Local models may need minutes for a long prompt. Defaults to
   * 4 minutes.
   */
  requestTimeoutMs?: number;
  /** Limits the silence within a reply. Defaults to 2 minutes. */
  idleTimeoutMs?: number;
  /** Sets the pause before the second attempt; later pauses grow from it. Defaults to 1 second. */
  retryDelayMs?: number;
};

/**
 * Asks a model at any OpenAI-compatible server, through `POST {baseUrl}/chat/completions`. Streamed and plain
 * replies take the same path. `planRetry` says which failures are retried and when; every other failure is
 * final. The model throws only when it is aborted: it explains every exception of the client or the network.
 * It sends no tools, because calls are text in our own convention, but passes on native calls if they come
 * anyway.
 */
export function createOpenAiModel(options: OpenAiModelOptions): Model {
  const open = createOpener(options);
  const window = createWindowFinder(options);
  return {
    name: options.name,
    findWindow: window.find,
    async *streamReply({ timeLeftMs, ...wanted }) {
      const { signal } = wanted;
      let request: Request = wanted;
      const endsAt = performance.now() + timeLeftMs;
      const retryDelayMs = options.retryDelayMs ?? 1_000;
      let tried = nothingTried;
      for (;;) {
        signal.throwIfAborted();
        const isLate = tried !== nothingTried;
        const ending = yield* tryOnce(open, options, request, isLate);
        if ('reply' in ending) {
          // This comes before the end is yielded, because readers leave there.
          window.noteReply();
          yield { type: 'finished', reply: ending.reply };
          return;
        }
        const { failure, hasYielded } = ending;
        const leftMs = endsAt - performance.now();
        const retry = planRetry(failure, tried, { timeLeftMs: leftMs, retryDelayMs });
        if (!retry) {
          yield { type: 'failed', error: withWait(failure, leftMs) };
          return;
        }
        tried = retry.tried;
        // Some servers break on a schema.
        if (retry.reason === 'again') request = { ...request, replySchema: undefined };
        if (hasYielded) yield { type: 'restarted' };
        const message = describeWait(retry, hostOf(options.baseUrl));
        if (message !== null) yield { type: 'waiting', message };
        await pause(retry.waitMs, signal);
      }
    },
  };
}

/** Says what a person waits for. A pause of a moment needs no words. */
function describeWait({ reason, waitMs }: Retry, host: string): string | null {
  if (reason === 'loading') return `${host} is loading the model`;
  return reason === 'asked' ? `${host} asks to wait ${inSeconds(waitMs)}` : null;
}

type Request = Omit<ModelRequest, 'timeLeftMs'>;
type Opener = (
  request: Request,
) => Promise<{ response: Response } & Pick<ModelReply, 'wasSchemaSent' | 'wasSchemaRefused'>>;

type Ending = { reply: ModelReply } | { failure: ServerFailure; hasYielded: boolean };

async function* tryOnce(
  open: Opener,
  options: OpenAiModelOptions,
  request: Request,
  isLate: boolean,
): AsyncGenerator<ModelChunk, Ending, undefined> {
  const { signal } = request;
  const watch = startWatch(signal, options.requestTimeoutMs ?? 240_000);
  let hasYielded = false;
  const startedAt = performance.now();
  let firstTokenMs: number | null = null;
  try {
    const { response, ...schema } = await watch.guard(open({ ...request, signal: watch.signal }));
    if (isLate) yield { type: 'waiting', message: null };
    const answer = readAnswer(response, watch, options.idleTimeoutMs ?? 120_000, () => {
      firstTokenMs = performance.now() - startedAt;
    });
    for (;;) {
      const next = await answer.next();
      if (next.done) {
        signal.throwIfAborted();
        const usage = next.value.usage && withAmount(next.value.usage, options.prices);
        return { reply: { ...next.value, usage, firstTokenMs, ...schema } };
      }
      hasYielded = true;
      yield { type: 'text', text: next.value };
    }
  } catch (caught) {
    if (signal.aborted) throw signal.reason;
    const isSilent = watch.signal.aborted && !(caught instanceof AnswerError);
    const cause = isSilent ? watch.signal.reason : caught;
    const refused = findRefusedReply(cause);
    if (refused) return { reply: refused };
    return { failure: toServerFailure(cause, options), hasYielded };
  } finally {
    watch.end();
  }
}

/** Gives each part of the tuning the name of its field in a request. Null is not sent. */
const sentAs: Readonly<Record<TuningName, string | null>> = {
  temperature: 'temperature',
  maxTokens: 'max_tokens',
  stop: 'stop',
  reasoningEffort: 'reasoning_effort',
  windowTokens: null,
};

const defaults: AskedTuning = {
  // Calls must be exact, so likely words are better.
  temperature: 0.2,
  // Some models continue after a call and invent its result, and more calls.
  stop: [`\n${resultStart}`],
};

function toOptionalFields(target: NamedTarget): OptionalFields {
  const asked = { ...defaults, ...pickTuning(target) };
  const fields = tuningNames.flatMap((name) => {
    const field = sentAs[name];
    return field === null || asked[name] === undefined ? [] : [[field, asked[name]]];
  });
  return { stream_options: { include_usage: true }, ...Object.fromEntries(fields) };
}

/**
 * Sends the request. Some servers reject an optional field with 400 or 422. The opener then repeats the
 * request without that field, unless the server says another reason. If the repeated request succeeds, later
 * requests leave the field out. A refusal that names no field may have a temporary reason, so later requests
 * leave the fields out only after two such refusals in a row.
 */
function createOpener(options: OpenAiModelOptions): Opener {
  let accepted = toOptionalFields(options);
  let isDoubtful = false;
  let client: OpenAI | null = null;
  const send = (messages: ModelRequest['messages'], signal: AbortSignal, optional: OptionalFields) => {
    client ??= createClient(options);
    const body = toRequestBody(messages, { model: options.model, stream: true, ...optional });
    const headers = { 'content-type': 'application/json' };
    return client.post('/chat/completions', { body, headers, signal, stream: true }).asResponse();
  };
  return async ({ messages, signal, replySchema }) => {
    const [before, wasDoubtful] = [accepted, isDoubtful];
    let known = before;
    for (let fields = replySchema ? { ...before, ...inSchema(replySchema) } : before; ; ) {
      try {
        const response = await send(messages, signal, fields);
        const others = withoutSchema(fields);
        const isUnnamed = Object.keys(others).length < Object.keys(known).length;
        const kept = isUnnamed && wasDoubtful ? others : known;
        if (kept !== before) accepted = kept;
        isDoubtful = isUnnamed && !wasDoubtful;
        const wasSchemaSent = 'response_format' in fields;
        // When another field also went, that field may have been the reason.
        const isOnlyLoss = Object.keys(others).length === Object.keys(before).length;
        const wasSchemaRefused = replySchema !== undefined && !wasSchemaSent && isOnlyLoss;
        return { response, wasSchemaSent, wasSchemaRefused };
      } catch (caught) {
        const words = saidIn(caught)?.message ?? '';
        const smaller = isRefusal(caught, options) ? leaveOut(fields, words) : null;
        if (!smaller) throw caught;
        if (namesField(fields, words)) known = withoutSchema(smaller);
        fields = smaller;
      }
    }
  };
}

const withoutSchema = ({ response_format: _, ...others }: OptionalFields): OptionalFields => others;

/** The schema is not strict, because OpenAI's strict form would require every parameter of a tool. */
const inSchema = (schema: JsonObject): OptionalFields => ({
  response_format: { type: 'json_schema', json_schema: { name: 'reply', schema } },
});

/** Says whether the server refused the request itself, for a reason that a changed request may remove. */
function isRefusal(caught: unknown, options: OpenAiModelOptions): boolean {
  if (!(caught instanceof OpenAI.APIError) || (caught.status !== 400 && caught.status !== 422)) return false;
  return !findRefusedReply(caught) && toServerFailure(caught, options).error.code === 'bad_request';
}

/**
 * Finds the reply that a server took for a native call and refused (Groq, `tool_use_failed`). For us it is a
 * reply.
 */
function findRefusedReply(cause: unknown): ModelReply | null {
  const content = saidIn(cause)?.failedGeneration ?? null;
  if (content === null) return null;
  return {
    content,
    toolCalls: [],
    finishReason: 'tool_use_failed',
    isDamaged: false,
    model: null,
    usage: null,
    firstTokenMs: null,
  };
}

function withWait({ error, retryAfterMs }: ServerFailure, timeLeftMs: number): ServerFailure['error'] {
  if (retryAfterMs === null || retryAfterMs < 1_000) return error;
  const left = retryAfterMs < timeLeftMs ? '' : `, longer than this run may still take`;
  return { ...error, message: `${error.message} It asks to wait ${inSeconds(retryAfterMs)}${left}.` };
}

const inSeconds = (milliseconds: number) => describeDuration(Math.ceil(milliseconds / 1_000) * 1_000);
