import type { StartedRun } from '../contracts/run-requests';
import type { Actor } from '../domain/actor';
import { pickedModel } from '../domain/bound-model';
import { defaultLimits } from '../domain/run';
import { pickModel } from '../models/pick-model';
import { beginRun, type RunToBegin } from './begin-run';
import { buildOpening } from './build-opening';
import { toConversationTitle } from './conversation-title';
import { loadConversation } from './load-by-id';
import type { Services } from './services';
import { requireMayStart } from './why-not-start';
import { requireConfigured } from './workspaces';

/** A message that follows no agent run gets this prompt. */
const defaultSystemPromptId = 'default';

/**
 * Starts a run for a message that a person typed in a conversation. The run may do what the agent run before
 * it might do (anything, when there was none), under the same system prompt in its latest version, with the
 * model that was picked for that run. A message never approves anything: while a run is active it is refused
 * with `run_active`.
 */
export async function sendMessage(
  services: Services,
  actor: Actor,
  input: Message & { idempotencyKey?: string | undefined },
): Promise<StartedRun> {
  return beginRun(services, actor, input, () => prepareRun(services, actor, input));
}

type Message = { conversationId: string; text: string; modelId?: string | undefined };

async function prepareRun(services: Services, actor: Actor, input: Message): Promise<RunToBegin> {
  const { id, workspaceId } = await loadConversation(services, input.conversationId);
  requireConfigured(services, workspaceId);
  const previous = await services.runs.findLatest(id, 'agent');
  requireMayStart(actor, previous?.signers ?? null);
  const tools = previous?.tools ?? (await services.toolbox.names());
  const opening = await buildOpening(services, {
    systemPromptId: previous ? await services.runs.loadSystemPromptId(previous.id) : defaultSystemPromptId,
    tools,
    conversationId: id,
    text: input.text,
  });
  const { name, bound } = await pickModel(
    services,
    input.modelId ?? (previous && pickedModel(previous.model)),
  );
  return {
    workflowId: null,
    kind: 'agent',
    title: 'Message',
    parameters: { text: input.text },
    tools,
    plan: [],
    limits: previous?.limits ?? defaultLimits,
    approvalExpiresAfterMs: previous?.approvalExpiresAfterMs ?? null,
    signers: previous?.signers ?? null,
    modelName: name,
    model: bound,
    conversationId: id,
    workspaceId,
    conversationTitle: toConversationTitle(input.text),
    message: input.text,
    workflow: null,
    ...opening,
  };
}
