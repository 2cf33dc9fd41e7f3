import type { CreateRun } from '../db/run-store.port';
import type { Actor } from '../domain/actor';
import { beforeFirstEvent, type OpenLimits, type Run, resolveLimits } from '../domain/run';
import type { TranscriptMessage } from '../domain/transcript';
import { AppError } from '../shared/app-error';
import { canonicalJson } from '../shared/canonical-json';
import { type ConversationId, createId } from '../shared/ids';
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
  idempotencyKey: string | null;
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
    idempotencyKey,
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
  });
  if (!created.isNew && !isSameRequest(created.run, toBegin)) {
    throw new AppError(
      'idempotency_key_reused',
      'This key has already started another run. Send a new request with a new key.',
      { runId: created.run.id },
    );
  }
  return { runId: created.run.id, conversationId: created.run.conversationId };
}

function isSameRequest(run: Run, { workflowId, conversationId, parameters }: RunToBegin): boolean {
  return (
    run.workflowId === workflowId &&
    (conversationId === null || run.conversationId === conversationId) &&
    canonicalJson(run.parameters) === canonicalJson(parameters)
  );
}
