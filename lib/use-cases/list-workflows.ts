import type { ModelChoice, WorkflowList } from '../contracts/workflows';
import type { ModelCheck } from '../db/ports/model-stores.port';
import type { LastStart } from '../db/ports/stores.port';
import { type Actor, isPerson } from '../domain/actor';
import { resolveLimits } from '../domain/run';
import type { Signers } from '../domain/signers';
import type { ModelDescription } from '../models/model-source.port';
import { findNamedModel, findVerdict, noModelNamed } from '../models/pick-model';
import { whyNotSign } from '../policy/authorize';
import { countOf } from '../shared/quantities';
import type { ToolUse } from '../tools/toolbox.port';
import { listFormerIds } from '../workflows/former-ids';
import { toFormFields } from '../workflows/values';
import type { Workflow } from '../workflows/workflow';
import type { Services } from './services';
import { describeSigners } from './views/describe-signers';
import { whyNotStart } from './why-not-start';

/** Returns every workflow with what it may do in plain words, and the mistakes of broken files. */
export async function listWorkflows(
  services: Pick<
    Services,
    'workflows' | 'toolbox' | 'policy' | 'history' | 'models' | 'modelChecks' | 'serverLimits' | 'actors'
  >,
  actor: Actor,
): Promise<WorkflowList> {
  const [listed, lastStarts, models, checks, people] = await Promise.all([
    services.workflows.list(),
    services.history.lastStarts(),
    services.models.list(),
    services.modelChecks.list(),
    services.actors.list(),
  ]);
  const { workflows, problems } = listed;
  const choices = toModelChoices(models, checks);
  const inForce = choices.find(({ isDefault }) => isDefault);
  if (!inForce) throw new Error('The list of models has no default');
  return {
    workflows: await Promise.all(
      workflows.map(async (workflow) => {
        const capabilities = await services.toolbox.capabilities(toUses(workflow));
        const formerIds = listFormerIds(workflow.id, listed);
        const last = findLatest([workflow.id, ...formerIds].map((id) => lastStarts.get(id)));
        return {
          id: workflow.id,
          formerIds,
          title: workflow.title,
          category: workflow.category,
          icon: workflow.icon,
          description: workflow.description,
          kind: workflow.kind,
          model: toNamedView(workflow, models),
          fields: toFormFields(workflow),
          capabilities: capabilities.map(({ description, effect }) => ({
            description,
            asks: services.policy.asksAbout(effect),
          })),
          limits: resolveLimits(workflow.limits, services.serverLimits),
          approvalExpiresAfterMs: workflow.approvalExpiresAfterMs,
          signedBy: workflow.signers && describeSigners(workflow.signers),
          signerShortage: workflow.signers && describeShortage(actor, workflow.signers, people),
          whyNotStart: whyNotStart(actor, workflow.signers),
          lastStartedAt: last?.startedAt.toISOString() ?? null,
          lastParameters: last?.parameters ?? null,
        };
      }),
    ),
    problems,
    model: {
      name: inForce.name,
      isDemo: models.some(({ isDefault, source }) => isDefault && source === 'demo'),
      problem: inForce.problem,
      check: inForce.check,
    },
    models: choices,
  };
}

/** Counts everyone who could sign a call of low risk in a run that this actor starts. */
function describeShortage(actor: Actor, signers: Signers, people: readonly Actor[]): string | null {
  const thing = { ownerId: actor.id, risk: 'low', signers } as const;
  const able = people.filter((person) => isPerson(person) && whyNotSign(person, thing) === null).length;
  if (able >= signers.count) return null;
  const who = able === 0 ? 'nobody here' : `only ${countOf(able, 'person', 'people')} here`;
  return `This workflow asks for ${countOf(signers.count, 'signature')}, and ${who} may sign what you start with it. Its requests wait until someone can.`;
}

function findLatest(starts: readonly (LastStart | undefined)[]): LastStart | undefined {
  return starts.reduce((latest, start) =>
    start && (!latest || start.startedAt > latest.startedAt) ? start : latest,
  );
}

function toModelChoices(models: readonly ModelDescription[], checks: readonly ModelCheck[]): ModelChoice[] {
  const hasChoice = models.filter(({ source }) => source !== 'demo').length > 1;
  return models.map((model) => {
    const { id, name, fullName, isDefault, source, problem, understands } = model;
    // The demo model is no choice next to real ones, unless it is the default.
    const isOffered = hasChoice && (isDefault || source !== 'demo');
    const check = findVerdict(model, checks);
    return { id, name, fullName, isDefault, isOffered, problem, check, understands: [...understands] };
  });
}

function toNamedView(workflow: Workflow, models: readonly ModelDescription[]) {
  if (workflow.kind === 'direct' || workflow.model === null) return null;
  const found = findNamedModel(models, workflow.model);
  if (!found) return { name: workflow.model, problem: noModelNamed(workflow.model) };
  return { name: found.name, problem: found.problem };
}

/** A direct workflow's file fixes its steps; in an agent workflow the model chooses. */
function toUses(workflow: Workflow): ToolUse[] {
  return workflow.kind === 'direct'
    ? workflow.steps
    : workflow.tools.map((tool) => ({ tool, parameters: null }));
}
