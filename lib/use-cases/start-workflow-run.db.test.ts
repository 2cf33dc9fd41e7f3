import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onlyWorkspace } from '../../tests/only-workspace';
import { openServices } from '../../tests/open-services';
import { type StartedRun, type StartRunBody, startRunBody } from '../contracts/run-requests';
import { type Actor, localActor } from '../domain/actor';
import { noWork } from '../domain/run-event';
import { builtInRules } from '../policy/built-in-rules';
import { createPolicy } from '../policy/policy';
import { createId, type RunId } from '../shared/ids';
import { createConversation } from './conversations';
import { planWorkflow } from './plan-workflow';
import { startWorkflowRun } from './start-workflow-run';

let box: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  box = await openServices();
});
afterEach(() => box.close());

const request = { text: 'List my files' };
const note = { title: 'Printer', text: 'Thursday' };
const start = (workflowId: string, body: StartRunBody) =>
  startWorkflowRun(box.services, localActor, { workflowId, ...body });
const load = async (id: string) => {
  const run = await box.services.runs.find(id as RunId);
  if (!run) throw new Error('There is no such run');
  return run;
};

async function fieldOf(workflowId: string): Promise<string> {
  const field = (await box.services.workflows.find(workflowId))?.fields[0]?.name;
  if (!field) throw new Error(`${workflowId} has no field`);
  return field;
}

const rounds = Number(process.env['START_ROUNDS'] ?? 3);

describe('starting a workflow', () => {
  it('stores a queued run with its prompt, its model and its tools, and hands it over once', async () => {
    const values = { [await fieldOf('free-request')]: request.text };
    const { runId } = await start('free-request', { parameters: values });
    const run = await load(runId);
    expect(run).toMatchObject({
      state: { status: 'queued' },
      workflowId: 'free-request',
      model: { provider: 'demo' },
      parameters: values,
    });
    expect(box.dispatched).toEqual([runId]);
    const [system, user] = await box.services.runs.loadOpeningMessages(run.id);
    expect(system?.content).toMatch(/^You are the assistant\./);
    expect(user?.content).toContain(request.text);
  });

  it('twice with one key starts one run; without a key it starts two', async () => {
    const values = { [await fieldOf('free-request')]: request.text };
    const twice = { parameters: values, idempotencyKey: 'one click' };
    const [first, second] = await Promise.all([start('free-request', twice), start('free-request', twice)]);
    expect(second).toEqual(first);
    const third = await start('free-request', { parameters: values });
    expect(third.runId).not.toBe(first.runId);
  });

  it('ten times at once with one key starts one run, again and again', async () => {
    const parameters = { [await fieldOf('free-request')]: request.text };
    for (let round = 0; round < rounds; round += 1) {
      const tenTimes = Array.from({ length: 10 }, () =>
        start('free-request', { parameters, idempotencyKey: `click ${round}` }),
      );
      expect(new Set((await Promise.all(tenTimes)).map(({ runId }) => runId)).size).toBe(1);
    }
    expect(box.dispatched).toHaveLength(rounds);
    expect(await box.services.runs.listUndriven()).toHaveLength(rounds);
  });

  it('a key that comes again with other values or for another workflow starts nothing and says so', async () => {
    const field = await fieldOf('free-request');
    const { runId } = await start('free-request', { parameters: { [field]: 'One' }, idempotencyKey: 'key' });
    const path = { path: 'q3.md', length: 'short', save_as: 'summary.md' };
    for (const other of [
      start('free-request', { parameters: { [field]: 'Two' }, idempotencyKey: 'key' }),
      start('summarize-document', { parameters: path, idempotencyKey: 'key' }),
    ]) {
      await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused', details: { runId } });
    }
    expect(box.dispatched).toEqual([runId]);
  });

  it.each(Object.keys(startRunBody.shape).filter((name) => name !== 'idempotencyKey'))(
    'a key that comes again with another %s, or with one where there was none, starts nothing and says so',
    async (name) => {
      const field = await fieldOf('free-request');
      const conversation = await createConversation(box.services, localActor, {});
      const others: Required<Omit<StartRunBody, 'idempotencyKey'>> = {
        parameters: { [field]: 'Two' },
        conversationId: conversation.id,
        workspaceId: 'main',
        modelId: 'demo',
        consent: 'a plan',
      };
      const body = { parameters: { [field]: 'One' }, idempotencyKey: 'key' };
      const other = { ...body, [name]: others[name as keyof typeof others] };
      for (const [first, second] of [
        [body, other],
        [other, body],
      ].map((pair, index) => pair.map((one) => ({ ...one, idempotencyKey: `key ${index}` })))) {
        if (!first || !second) throw new Error('A pair has two');
        const { runId } = await start('free-request', first);
        expect((await start('free-request', first)).runId).toBe(runId);
        await expect(start('free-request', second)).rejects.toMatchObject({
          code: 'idempotency_key_reused',
          details: { runId },
        });
      }
    },
  );

  it('refuses an unknown workflow, bad values and a conversation that does not exist, and stores nothing', async () => {
    await expect(start('no-such-workflow', { parameters: {} })).rejects.toMatchObject({ code: 'not_found' });
    const field = await fieldOf('free-request');
    await expect(start('free-request', { parameters: {} })).rejects.toMatchObject({
      code: 'invalid_parameters',
      details: { fields: { [field]: expect.any(String) } },
    });
    const values = { [field]: request.text };
    for (const conversationId of [createId('cnv'), 'not an id']) {
      await expect(start('free-request', { parameters: values, conversationId })).rejects.toMatchObject({
        code: 'not_found',
      });
    }
    expect(box.dispatched).toEqual([]);
    expect(await box.services.runs.listUndriven()).toEqual([]);
  });

  it('in a conversation waits its turn: while another run is active it is refused with that run’s id', async () => {
    const values = { [await fieldOf('free-request')]: request.text };
    const { runId, conversationId } = await start('free-request', { parameters: values });
    const again = { parameters: values, conversationId };
    await expect(start('free-request', again)).rejects.toMatchObject({
      code: 'run_active',
      details: { runId },
    });
    await box.services.runs.commit(await load(runId), [{ type: 'run_cancelled', ...noWork }], {
      actor: localActor,
      owner: null,
    });
    expect((await start('free-request', again)).conversationId).toBe(conversationId);
  });
});

describe('starting a direct workflow', () => {
  it.each(['no role', 'viewer'])('starts nothing for a person who may not sign (%s)', async (role) => {
    const starter: Actor = { id: 'usr_starter', name: 'Starter', role };
    const asked = { workflowId: 'new-note', parameters: note };
    const { planHash } = await planWorkflow(box.services, starter, asked);
    await expect(
      startWorkflowRun(box.services, starter, { ...asked, consent: planHash }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    expect(box.dispatched).toEqual([]);
  });

  it.each([
    ['operator', 'approver', null, 'forbidden'],
    ['approver', 'approver', null, 'started'],
    ['admin', 'approver', null, 'started'],
    ['operator', null, 'approver', 'forbidden'],
    ['approver', null, 'approver', 'started'],
  ] as const)(
    'by an %s whose file names the role %s for a start and %s for signatures is %s',
    async (role, startedBy, signedBy, result) => {
      const workflow = await box.services.workflows.find('new-note');
      if (!workflow) throw new Error('The workflow is gone');
      const signers = { role: signedBy, count: 1, notRequester: false, startedBy: startedBy ?? undefined };
      const find = async () => ({ ...workflow, signers });
      const workflows = { ...box.services.workflows, find, sourceOf: () => 'source' };
      const services = { ...box.services, workflows };
      const starter: Actor = { id: 'usr_starter', name: 'Starter', role };
      const asked = { workflowId: 'new-note', parameters: note };
      const { planHash } = await planWorkflow(services, starter, asked);
      const starting = startWorkflowRun(services, starter, { ...asked, consent: planHash });
      const got = await starting.then(
        () => 'started',
        ({ code }) => code,
      );
      expect(got).toBe(result);
    },
  );

  it.each([
    ['operator', 'medium', 'started'],
    ['operator', 'high', 'forbidden'],
    ['approver', 'high', 'started'],
  ] as const)('by an %s whose riskiest step has a %s risk is %s', async (role, minimumRisk, result) => {
    const rules = builtInRules.map((rule) => ({ ...rule, minimumRisk }));
    const services = { ...box.services, policy: createPolicy({ rules, onUnexpected: () => {} }) };
    const starter: Actor = { id: 'usr_starter', name: 'Starter', role };
    const asked = { workflowId: 'new-note', parameters: note };
    const { planHash } = await planWorkflow(services, starter, asked);
    const got = await startWorkflowRun(services, starter, { ...asked, consent: planHash }).then(
      () => 'started',
      ({ code }) => code,
    );
    expect(got).toBe(result);
  });

  it('cannot start a step of high risk where the settings ask for the signature of someone else', async () => {
    const rules = builtInRules.map((rule) => ({ ...rule, minimumRisk: 'high' as const }));
    const services = { ...box.services, policy: createPolicy({ rules }) };
    const asked = { workflowId: 'new-note', parameters: note };
    const before = await planWorkflow(services, localActor, asked);
    expect(before.calls.map(({ problem }) => problem)).toEqual([null]);
    await services.rules.changeSigning({ highRisk: 'other_approver' }, localActor);
    const after = await planWorkflow(services, localActor, asked);
    expect(after.calls.map(({ problem }) => problem)).toEqual([
      'Someone else must approve this, and a workflow with fixed steps asks only the person who starts it.',
    ]);
    await expect(
      startWorkflowRun(services, localActor, { ...asked, consent: after.planHash }),
    ).rejects.toMatchObject({ code: 'plan_impossible' });
  });

  it('needs consent to exactly the plan that was shown', async () => {
    await expect(start('new-note', { parameters: note })).rejects.toMatchObject({
      code: 'consent_required',
    });
    const { planHash } = await planWorkflow(box.services, localActor, {
      workflowId: 'new-note',
      parameters: note,
    });
    const changed = { ...note, text: 'Friday' };
    await expect(start('new-note', { parameters: changed, consent: planHash })).rejects.toMatchObject({
      code: 'plan_changed',
    });
    const run = await load((await start('new-note', { parameters: note, consent: planHash })).runId);
    expect(run).toMatchObject({ kind: 'direct', model: null });
    expect(run.plan.length).toBeGreaterThan(0);
  });

  it('sent again with its key after it changed its files is answered with its first run', async () => {
    const planned = { workflowId: 'new-note', parameters: note };
    const { planHash, calls } = await planWorkflow(box.services, localActor, planned);
    const body = { parameters: note, consent: planHash, idempotencyKey: 'one click' };
    const first = await start('new-note', body);
    const { plan } = await load(first.runId);
    for (const call of plan)
      await box.services.workspaces.parts('main').toolbox.execute(call, new AbortController().signal);
    expect((await planWorkflow(box.services, localActor, planned)).calls).not.toEqual(calls);
    expect(await start('new-note', body)).toEqual(first);
    await expect(start('new-note', { ...body, parameters: { ...note, text: 'Else' } })).rejects.toMatchObject(
      {
        code: 'idempotency_key_reused',
        details: { runId: first.runId },
      },
    );
    await expect(start('new-note', { ...body, idempotencyKey: 'another click' })).rejects.toMatchObject({
      code: expect.stringMatching(/^plan_/),
    });
  });

  it('sent twice at once is answered with one run, also when that changes its files before the second one is planned', async () => {
    const planned = { workflowId: 'new-note', parameters: note };
    const { planHash } = await planWorkflow(box.services, localActor, planned);
    const request = { ...planned, consent: planHash, idempotencyKey: 'one click' };
    const parts = box.services.workspaces.parts('main');
    const { toolbox } = parts;
    let first: Promise<StartedRun> | null = null;
    const prepare: typeof toolbox.prepare = async (call) => {
      first ??= startWorkflowRun(box.services, localActor, request).then(async (started) => {
        const { plan } = await load(started.runId);
        for (const step of plan) await toolbox.execute(step, new AbortController().signal);
        return started;
      });
      await first;
      return toolbox.prepare(call);
    };
    const workspaces = onlyWorkspace(box.workspaceDir, { ...parts, toolbox: { ...toolbox, prepare } });
    const services = { ...box.services, workspaces };
    const second = await startWorkflowRun(services, localActor, request);
    expect(second).toEqual(await first);
  });

  it('never starts a plan that needs more signatures than the one of its form', async () => {
    const rules = builtInRules.map((rule) => ({ ...rule, signatures: 2 }));
    const services = { ...box.services, policy: createPolicy({ rules }) };
    const planned = { workflowId: 'new-note', parameters: note };
    const { planHash, calls } = await planWorkflow(services, localActor, planned);
    expect(calls[0]?.problem).toContain('2 people');
    await expect(
      startWorkflowRun(services, localActor, { ...planned, consent: planHash }),
    ).rejects.toMatchObject({ code: 'plan_impossible' });
  });

  it('says in words for a person that the name of a new file is taken', async () => {
    const planned = { workflowId: 'new-note', parameters: { ...note, date: '2026-11-27' } };
    const folder = path.join(box.workspaceDir, 'notes');
    await mkdir(folder);
    await writeFile(path.join(folder, '2026-11-27 Printer.md'), 'Friday');
    const problem =
      'notes/2026-11-27 Printer.md already exists. Choose another name, or rename or remove what is there.';
    const { planHash, calls } = await planWorkflow(box.services, localActor, planned);
    expect(calls[0]?.problem).toBe(problem);
    await expect(
      startWorkflowRun(box.services, localActor, { ...planned, consent: planHash }),
    ).rejects.toMatchObject({ code: 'plan_impossible', message: expect.stringContaining(problem) });
  });

  it('keeps the changes that the form showed with their calls', async () => {
    const { planHash, calls } = await planWorkflow(box.services, localActor, {
      workflowId: 'new-note',
      parameters: note,
    });
    const { runId } = await start('new-note', { parameters: note, consent: planHash });
    const run = await load(runId);
    const stored = await Promise.all(run.plan.map(({ id }) => box.services.calls.find(run.id, id)));
    expect(stored.map((call) => call?.preview)).toEqual(calls.map((call) => call.preview));
    expect(calls[0]?.preview).toMatchObject([{ kind: 'diff', change: 'create' }]);
  });
});
