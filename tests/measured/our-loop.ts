import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { localActor } from '../../lib/domain/actor';
import type { Run } from '../../lib/domain/run';
import { startApp } from '../../lib/server/app';
import type { RunId } from '../../lib/shared/ids';
import { defineTool } from '../../lib/tools/define-tool';
import { decideApproval } from '../../lib/use-cases/decide-approval';
import { getApprovalState } from '../../lib/use-cases/get-approvals';
import { addModel } from '../../lib/use-cases/saved-models';
import { startWorkflowRun } from '../../lib/use-cases/start-workflow-run';
import { expectAnswer, type Loop, lookUp, systemPrompt, toTask } from './job';

/**
 * This loop is the complete application in this process, without HTTP: workflow button, loop, database, live
 * updates.
 */

const workflow = `---
id: bench
title: Bench
category: Reading
icon: file-text
description: The job of the benchmark.
parameters:
  - name: task
    label: Task
    type: text
    required: true
tools: [lookup, change]
system_prompt: bench
---
{{ task }}
`;

export type OurLoop = Loop & {
  databaseFile: string;
  /** Returns the milliseconds from a person's approval until the tool runs. */
  approve(): Promise<number>;
  close(): Promise<void>;
};

/** `settings` are further variables of `.env.example`. */
export async function startOurLoop(
  baseUrl: string,
  folder: string,
  settings: Record<string, string> = {},
): Promise<OurLoop> {
  const at = (name: string) => path.join(folder, name);
  await mkdir(at('workflows'));
  await writeFile(at('workflows/bench.md'), workflow);
  let changedAt = 0;
  const app = await startApp({
    environment: {
      DATA_DIR: at('data'),
      WORKSPACE_DIR: at('workspace'),
      WORKFLOWS_DIR: at('workflows'),
      AGENT_MAX_STEPS: '1000',
      AGENT_TIMEOUT_MS: '3600000',
      ...settings,
    },
    tools: () => [
      lookup,
      defineChange(() => {
        changedAt = performance.now();
      }),
    ],
  });
  const { services } = app;
  await services.prompts.seed('bench', 'Bench', systemPrompt);
  // Most people set a model up like this: saved, with a key.
  await addModel(services, localActor, {
    provider: 'openai_compatible',
    baseUrl,
    model: 'bench',
    apiKey: 'a-key-of-usual-length',
    isDefault: true,
  });

  /** Starts a run and waits until it has this many events. The last one is its end or a request. */
  const start = async (task: string, events: number): Promise<Run> => {
    const { runId } = await startWorkflowRun(services, localActor, {
      workflowId: 'bench',
      parameters: { task },
    });
    return until(runId as RunId, events);
  };
  /** Call this as soon as the use case has answered: its run goes on in a later round of the event loop. */
  const until = (runId: RunId, events: number): Promise<Run> =>
    new Promise((resolve, reject) => {
      const stop = services.live.subscribe(runId, (update) => {
        if (update.type !== 'version' || update.version < events) return;
        stop();
        services.runs
          .find(runId)
          .then((run) => (run ? resolve(run) : reject(new Error('The run is gone'))), reject);
      });
    });

  return {
    name: 'ours',
    databaseFile: at('data/countersign.db'),
    async run(steps) {
      const { state } = await start(toTask('lookup', steps - 1), 2 + 3 * (steps - 1) + 1);
      if (state.status !== 'completed') throw new Error(`The run is ${JSON.stringify(state)}`);
      expectAnswer(state.answer, steps);
    },
    async approve() {
      const { id, state } = await start(toTask('change', 1), 3);
      if (state.status !== 'awaiting_approval') throw new Error(`The run is ${JSON.stringify(state)}`);
      const { approvalId } = state;
      const { digest } = await getApprovalState(services, localActor, { approvalId });
      const from = performance.now();
      await decideApproval(services, localActor, { approvalId, decision: 'approve', digest });
      await until(id, 7);
      return changedAt - from;
    },
    close: () => app.shutDown(),
  };
}

const assess = () => ({ risk: 'low' as const, reason: 'A benchmark.', refusal: null });
const toResult = (text: string) => ({
  summary: `${text.length} characters`,
  modelText: text,
  detail: { kind: 'text' as const, title: 'Result', text, language: null },
});

const lookup = defineTool({
  name: 'lookup',
  description: 'Looks up one record by a free-text query and returns it as text.',
  parameters: z.strictObject({ query: z.string().describe('What to look for.') }),
  effect: 'reads',
  capability: 'Look up records',
  isIdempotent: true,
  assess,
  headline: ({ query }) => `Look up ${query}`,
  run: async ({ query }) => toResult(lookUp(query)),
});

const defineChange = (onRun: () => void) =>
  defineTool({
    name: 'change',
    description: 'Changes a host. A person approves it first.',
    parameters: z.strictObject({ target: z.string().describe('The host.') }),
    effect: 'changes',
    capability: 'Change hosts',
    isIdempotent: false,
    assess,
    headline: ({ target }) => `Change ${target}`,
    run: async ({ target }) => {
      onRun();
      return toResult(`Changed ${target}`);
    },
  });
