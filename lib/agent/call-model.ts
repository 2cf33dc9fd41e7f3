import { setImmediate as nextTurn } from 'node:timers/promises';
import { createAnswerGate } from '../convention/answer-gate';
import { isLongReply } from '../convention/long-reply';
import { type Reading, readReply } from '../convention/read-reply';
import { buildReplySchema } from '../convention/reply-schema';
import { requestedModel } from '../domain/bound-model';
import type { Fit } from '../domain/context/fit-request';
import { timeLimit } from '../domain/next-effect';
import type { Run } from '../domain/run';
import { noWork, type RunEvent } from '../domain/run-event';
import type { TranscriptMessage } from '../domain/transcript';
import type { Model, ModelChunk, ModelReply } from '../models/model.port';
import { readArrived } from '../replies/stream/read-arrived';
import { createTextGate } from '../replies/stream/text-gate';
import { clockLagMs } from '../runtime/clock.port';
import { isTimeout } from '../shared/deadline';
import { failpoint } from '../shared/failpoint';
import { createId } from '../shared/ids';
import { formatCount } from '../shared/quantities';
import { buildToolCall } from './build-tool-call';
import type { DriverPorts } from './driver-ports';

/**
 * Gets one reply of the model and returns its meaning. Expected failures are events; this function throws
 * only for an abort from outside (not the deadline) and for a bug. `model` is null when the model that the
 * run is bound to is gone. It executes nothing.
 */
export async function callModel(
  run: Run,
  model: Model | null,
  { messages, asked }: { messages: readonly TranscriptMessage[]; asked: readonly string[] },
  ports: Pick<
    DriverPorts,
    'live' | 'toolbox' | 'policy' | 'rules' | 'clock' | 'warn' | 'modelChecks' | 'readLongReply'
  >,
  signal: AbortSignal,
  timeLeftMs: number,
): Promise<RunEvent> {
  const startedAt = performance.now();
  const activeMs = () => performance.now() - startedAt;
  const workSoFar = () => ({ ...ports.live.workSoFar(run), activeMs: activeMs() });
  if (!model) return { type: 'run_failed', code: 'model_unavailable', message: modelGone(run), ...noWork };
  try {
    const replySchema = await findReplySchema(run, ports);
    const request = { messages, signal, timeLeftMs, replySchema };
    const last = await stream(model.streamReply(request), run, ports.live, {
      hasSchema: replySchema !== undefined,
      signal,
    });
    if (last.type === 'failed') {
      const { context, message } = last.error;
      if (context) return { type: 'request_refused', ...context, message, activeMs: activeMs() };
      ports.warn('A model request failed', { runId: run.id, reason: last.error.code });
      return {
        type: 'run_failed',
        code: 'provider_error',
        message: last.error.message,
        ...workSoFar(),
      };
    }
    if (last.reply.wasSchemaRefused && run.model?.baseUrl !== undefined)
      await ports.modelChecks.noteSchemaRefused(run.model);
    const { reply } = last;
    const known = { tools: await ports.toolbox.names(), asked };
    const read = isLongReply(reply)
      ? await ports.readLongReply(reply, signal, known)
      : readReply(reply, known);
    // A call or a malformed reply has no words to show to viewers.
    if (replySchema && read.kind !== 'text') ports.live.withdrawText(run.id);
    const event = await interpret(run, read, ports, activeMs);
    const { model: answeredBy, usage, firstTokenMs } = reply;
    return {
      ...event,
      answeredBy: answeredBy ?? requestedModel(run),
      usage,
      ...(firstTokenMs === null ? {} : { firstTokenMs: Math.round(firstTokenMs) }),
    };
  } catch (error) {
    if (!isTimeout(signal)) throw error;
    const { code, message } = timeLimit(run);
    return { type: 'run_failed', code, message, ...workSoFar() };
  }
}

/** Reports that nothing more can be left out of the request. */
export function toTooLong(run: Run, fit: Extract<Fit, { type: 'too_long' }>): RunEvent {
  const [need, holds] = [formatCount(fit.needTokens), formatCount(fit.windowTokens)];
  const what = fit.hasSteps ? 'What the model must see takes' : 'The instructions and the request take';
  const next = fit.hasSteps
    ? 'Nothing more can be left out. A model with a larger window helps, or a new conversation with a smaller task.'
    : 'Give the model a larger context window on its server, or choose another model in Settings.';
  const measured = `${what} about ${need} tokens, and the window of ${run.modelName} holds ${holds}.`;
  const message = `${fit.refusal ?? measured} ${next}`;
  return { type: 'run_failed', code: 'context_exceeded', message, ...noWork };
}

function modelGone(run: Run): string {
  return `This run uses ${run.modelName}, which is no longer set up. Continue uses the default, or the picked model as it is set up now.`;
}

type LastChunk = { type: 'finished'; reply: ModelReply } | Extract<ModelChunk, { type: 'failed' }>;

/**
 * The first request has no schema, so that thoughts and answers stay as they are, unless a check found that
 * the model does better with one. The request after a malformed reply has one.
 */
async function findReplySchema(
  { model, tools, malformedReplies }: Run,
  { toolbox, modelChecks }: Pick<DriverPorts, 'toolbox' | 'modelChecks'>,
) {
  if (tools.length === 0) return undefined;
  const use = model?.baseUrl === undefined ? 'after_fault' : await modelChecks.findSchemaUse(model);
  if (use === 'never' || (use === 'after_fault' && malformedReplies === 0)) return undefined;
  return buildReplySchema(await toolbox.describe(tools));
}

/**
 * Counts the characters that are shown at once. The gate takes 10 ms for this much of the slowest hostile
 * text (bench/parse.ts).
 */
const longestPiece = 4_000;

/**
 * Shows text to viewers as it arrives, but hides anything that may turn out to be a call, and the JSON around
 * an answer that follows a schema.
 */
async function stream(
  chunks: AsyncIterable<ModelChunk>,
  run: Run,
  live: DriverPorts['live'],
  { hasSchema, signal }: { hasSchema: boolean; signal: AbortSignal },
): Promise<LastChunk> {
  const withdraw = () => {
    shown = '';
    live.withdrawText(run.id);
  };
  let [arrived, shown] = ['', ''];
  const openGate = () => (hasSchema ? createAnswerGate(withdraw) : createTextGate(withdraw));
  let gate = openGate();
  // With a schema, viewers see all words of an answer as they arrive, so nothing else needs to be kept.
  if (!hasSchema) live.keepArrived(run.id, () => readArrived(arrived, shown));
  for await (const chunk of chunks) {
    switch (chunk.type) {
      case 'text': {
        failpoint('mid_reply');
        arrived += chunk.text;
        for (let at = 0; at < chunk.text.length; at += longestPiece) {
          // A server may send a complete reply in one chunk.
          if (at > 0) await nextTurn(undefined, { signal });
          const revealed = gate.push(chunk.text.slice(at, at + longestPiece));
          shown += revealed;
          if (revealed) live.publishText(run.id, revealed);
        }
        break;
      }
      case 'waiting':
        live.publishWait(run.id, chunk.message);
        break;
      case 'restarted':
        live.restartText(run.id);
        gate = openGate();
        [arrived, shown] = ['', ''];
        break;
      default:
        return chunk;
    }
  }
  throw new Error('The model adapter ended its stream without saying how');
}

type ReplyEvent = Extract<RunEvent, { answeredBy?: string | undefined }>;

async function interpret(
  run: Run,
  reading: Reading,
  ports: Pick<DriverPorts, 'toolbox' | 'policy' | 'rules' | 'clock'>,
  activeMs: () => number,
): Promise<ReplyEvent> {
  if (reading.kind === 'text') return { type: 'text_replied', text: reading.text, activeMs: activeMs() };
  if (reading.kind === 'malformed') {
    return {
      type: 'reply_malformed',
      code: reading.code,
      message: reading.message,
      reply: reading.reply,
      says: reading.says,
      asked: reading.asked,
      activeMs: activeMs(),
    };
  }
  const { tool, parameters, terminate, layers, commentary, reply } = reading;
  const step = run.steps + 1;
  const built = await buildToolCall({ tool, parameters, terminate, layers, step }, run, ports);
  if (built.status === 'malformed') {
    return {
      type: 'reply_malformed',
      code: built.code,
      message: built.message,
      reply,
      activeMs: activeMs(),
    };
  }
  const { call, preview, foreseenError } = built;
  const isAsked = call.verdict.decision === 'ask' && !foreseenError;
  return {
    type: 'tool_call_requested',
    call,
    reply,
    commentary,
    approvalId: isAsked ? createId('apr') : null,
    expiresAt: isAsked ? expiryOf(run, ports.clock) : undefined,
    preview,
    foreseenError,
    activeMs: activeMs(),
  };
}

/** The request never expires early, however much the clock lags. */
function expiryOf({ approvalExpiresAfterMs }: Run, clock: DriverPorts['clock']): Date | undefined {
  if (approvalExpiresAfterMs === null) return undefined;
  return new Date(clock.now().getTime() + clockLagMs + approvalExpiresAfterMs);
}
