import { createHash } from 'node:crypto';
import type { CreateRun } from '../db/run-store.port';
import type { Actor } from '../domain/actor';
import { beforeFirstEvent, type OpenLimits, type Run, resolveLimits } from '../domain/run';
import type { TranscriptMessage } from '../domain/transcript';
import { AppError } from '../shared/app-error';
import { canonicalJson } from '../shared/canonical-json';
import { type ConversationId, createId } from '../shared/ids';
import type { JsonObject } from '../shared/json';
import type { Services } from './services';

export type RunToBegin = Pick<
  Run,
  | 'workflowId'
  | 'kind'
  | 'title'
  | 'parameters'
  | 'modelName'
  | 'model'
  | 'tools'
  | 'plan'
  | 'approvalExpiresAfterMs'
> & {
  limits: OpenLimits;
  conversationId: ConversationId | null;
  conversationTitle: string;
  message: string | null;
  openingMessages: TranscriptMessage[];
  systemPrompt: CreateRun['systemPrompt'];
  workflow: CreateRun['workflow'];
  /** All that the person sent. */
  request: { idempotencyKey?: string | undefined };
  previews?: CreateRun['previews'];
};

/**
 * Writes the run as `queued`, in one transaction with its conversation and message. A request that is sent again with its key
 * gets the run that it started; another request with that key starts nothing.
 */
export async function beginRun(
  { runs, serverLimits }: Pick<Services, 'runs' | 'serverLimits'>,
  actor: Actor,
  toBegin: RunToBegin,
): Promise<{ runId: string; conversationId: string }> {
  const {
    conversationId,
    conversationTitle,
    message,
    openingMessages,
    systemPrompt,
    workflow,
    request: { idempotencyKey = null, ...request },
    previews,
    ...facts
  } = toBegin;
  const now = new Date();
  const run: Run = {
    ...facts,
    id: createId('run'),
    conversationId: conversationId ?? createId('cnv'),
    limits: resolveLimits(facts.limits, serverLimits),
    startedBy: actor,
    createdAt: now,
    ...beforeFirstEvent(now),
  };
  const created = await runs.create({
    run,
    conversationTitle,
    isNewConversation: conversationId === null,
    message,
    openingMessages,
    systemPrompt,
    workflow,
    previews,
    // A key counts for its own person only, so that no one gets another person's run.
    idempotencyKey: idempotencyKey && `${actor.id}:${idempotencyKey}`,
    requestHash: idempotencyKey && hashRequest(request),
  });
  if (!created.isSameRequest) {
    throw new AppError(
      'idempotency_key_reused',
      'This key has already started another run. Send a new request with a new key.',
      { runId: created.run.id },
    );
  }
  return { runId: created.run.id, conversationId: created.run.conversationId };
}

function hashRequest(request: object): string {
  return createHash('sha256')
    .update(canonicalJson(request as JsonObject))
    .digest('hex');
}
