import { createHash } from 'node:crypto';
import type { StartedRun } from '../contracts/run-requests';
import type { CreateRun, KeyedRequest, StartedEarlier } from '../db/ports/run-store.port';
import type { Actor } from '../domain/actor';
import { beforeFirstEvent, type OpenLimits, type Run, resolveLimits } from '../domain/run';
import type { TranscriptMessage } from '../domain/transcript';
import { AppError } from '../shared/app-error';
import { type ConversationId, createId } from '../shared/ids';
import { canonicalJson, type JsonObject } from '../shared/json';
import type { Services } from './services';

export type RunToBegin = Pick<
  Run,
  | 'workspaceId'
  | 'workflowId'
  | 'kind'
  | 'title'
  | 'parameters'
  | 'modelName'
  | 'model'
  | 'tools'
  | 'plan'
  | 'approvalExpiresAfterMs'
  | 'signers'
> & {
  limits: OpenLimits;
  conversationId: ConversationId | null;
  conversationTitle: string;
  message: string | null;
  openingMessages: TranscriptMessage[];
  systemPrompt: CreateRun['systemPrompt'];
  workflow: CreateRun['workflow'];
  previews?: CreateRun['previews'];
};

/** Holds everything that a person sent. */
type RunRequest = { idempotencyKey?: string | undefined };

/**
 * Writes the run as `queued`, in one transaction with its conversation and message. A request that is sent
 * again with its key gets the run that it started, whatever has changed since. A different request with that
 * key starts nothing.
 */
export async function beginRun(
  services: Pick<Services, 'runs' | 'serverLimits' | 'workspaces' | 'stopWhatIsLeft'>,
  actor: Actor,
  request: RunRequest,
  prepare: () => Promise<RunToBegin>,
): Promise<StartedRun> {
  const key = toKey(actor, request);
  const findStarted = async () => key && (await services.runs.findStarted(key));
  const { run, isSameRequest } =
    (await findStarted()) ??
    (await createRun(services, actor, key, prepare).catch(async (error) => {
      // The request was sent twice at once, and the first run may have changed what this one was prepared
      // from.
      const started = error instanceof AppError && (await findStarted());
      if (!started) throw error;
      return started;
    }));
  if (!isSameRequest) {
    throw new AppError(
      'idempotency_key_reused',
      'This key has already started another run. Send a new request with a new key.',
      { runId: run.id },
    );
  }
  await services.stopWhatIsLeft(actor);
  return { runId: run.id, conversationId: run.conversationId };
}

async function createRun(
  { runs, serverLimits, workspaces }: Pick<Services, 'runs' | 'serverLimits' | 'workspaces'>,
  actor: Actor,
  key: KeyedRequest | null,
  prepare: () => Promise<RunToBegin>,
): Promise<StartedEarlier> {
  const {
    conversationId,
    conversationTitle,
    message,
    openingMessages,
    systemPrompt,
    workflow,
    previews,
    ...facts
  } = await prepare();
  const now = new Date();
  const run: Run = {
    ...facts,
    id: createId('run'),
    conversationId: conversationId ?? createId('cnv'),
    limits: resolveLimits(facts.limits, serverLimits, workspaces.find(facts.workspaceId) ?? {}),
    startedBy: actor.id,
    createdAt: now,
    ...beforeFirstEvent(now),
  };
  return runs.create({
    run,
    conversationTitle,
    isNewConversation: conversationId === null,
    message,
    openingMessages,
    systemPrompt,
    workflow,
    previews,
    key,
  });
}

/** A key counts for its own person only, so that no one gets another person's run. */
function toKey(actor: Actor, { idempotencyKey, ...request }: RunRequest): KeyedRequest | null {
  if (idempotencyKey === undefined) return null;
  return { idempotencyKey: `${actor.id}:${idempotencyKey}`, requestHash: hashRequest(request) };
}

function hashRequest(request: object): string {
  return createHash('sha256')
    .update(canonicalJson(request as JsonObject))
    .digest('hex');
}
