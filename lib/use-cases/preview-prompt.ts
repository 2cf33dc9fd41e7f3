import type { PromptPreview } from '../contracts/settings';
import type { Actor } from '../domain/actor';
import { AppError } from '../shared/app-error';
import { renderPrompt } from '../workflows/render-prompt';
import { buildOpening } from './build-opening';
import { loadWorkflow } from './load-by-id';
import type { Services } from './services';

/**
 * Shows, in sections, the first messages that a model gets when this workflow starts with an empty form. The
 * calling convention and the tools are measured and not shown (docs/decisions/0006).
 */
export async function previewPrompt(
  services: Pick<Services, 'prompts' | 'toolbox' | 'runs' | 'workflows' | 'actors'>,
  _actor: Actor,
  { promptId, workflowId }: { promptId: string; workflowId: string },
): Promise<PromptPreview> {
  const workflow = await loadWorkflow(services, workflowId);
  if (workflow.kind === 'direct') throw new AppError('not_found', 'This workflow uses no AI.');
  const prompt = await services.prompts.find(promptId);
  const { openingMessages } = await buildOpening(services, {
    systemPromptId: promptId,
    tools: workflow.tools,
    conversationId: null,
    text: renderPrompt(workflow, {}),
  });
  const base = prompt?.text.trim() ?? '';
  const [system, request] = openingMessages.map(({ content }) => content);
  const convention = (system ?? '').slice(base.length);
  const sections = [
    { kind: 'base' as const, text: base, bytes: byteLength(base) },
    { kind: 'convention' as const, text: null, bytes: byteLength(convention) },
    { kind: 'request' as const, text: request ?? '', bytes: byteLength(request ?? '') },
  ];
  return { sections, totalBytes: sections.reduce((sum, { bytes }) => sum + bytes, 0) };
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
