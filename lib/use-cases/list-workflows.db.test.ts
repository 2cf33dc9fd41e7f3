import { afterEach, beforeEach, expect, it } from 'vitest';
import { openServices } from '../../tests/open-services';
import { type Actor, localActor } from '../domain/actor';
import type { Signers } from '../domain/signers';
import { listWorkflows } from './list-workflows';

let box: Awaited<ReturnType<typeof openServices>>;
beforeEach(async () => {
  box = await openServices();
});
afterEach(() => box.close());

/** Returns what the list says about the signers of a workflow whose file asks for these. */
async function listed(signers: Signers | null, reader: Actor = localActor) {
  const list = async () => {
    const { workflows, ...rest } = await box.services.workflows.list();
    return { ...rest, workflows: workflows.map((workflow) => ({ ...workflow, signers })) };
  };
  const services = { ...box.services, workflows: { ...box.services.workflows, list } };
  const [first] = (await listWorkflows(services, reader)).workflows;
  return [first?.signedBy, first?.signerShortage];
}

it('the list of workflows says who must sign, and when too few people here can', async () => {
  const approvers = { role: 'approver', count: 2, notRequester: false } as const;
  const others = { role: null, count: 1, notRequester: true } as const;
  expect(await listed(null)).toEqual([null, null]);
  expect(await listed(approvers)).toEqual([
    '2 approvers or admins',
    expect.stringContaining('asks for 2 signatures, and only 1 person here may sign'),
  ]);
  expect(await listed(others)).toEqual([
    'Anyone who may sign, but not who started the run',
    expect.stringContaining('asks for 1 signature, and nobody here may sign'),
  ]);
  await box.services.actors.seed({ id: 'usr_mara', name: 'Mara', role: 'approver' });
  expect([(await listed(approvers))[1], (await listed(others))[1]]).toEqual([null, null]);
});

it('the list of workflows says why a person may not start one', async () => {
  const viewer: Actor = { id: 'usr_viewer', name: 'Viewer', role: 'viewer' };
  const signers: Signers = { role: null, count: 1, notRequester: false, startedBy: 'approver' };
  const list = async () => {
    const { workflows, ...rest } = await box.services.workflows.list();
    return { ...rest, workflows: workflows.map((one) => ({ ...one, signers })) };
  };
  const services = { ...box.services, workflows: { ...box.services.workflows, list } };
  const reasonFor = async (reader: Actor) =>
    (await listWorkflows(services, reader)).workflows[0]?.whyNotStart;
  expect(await reasonFor(localActor)).toBeNull();
  expect(await reasonFor({ ...viewer, role: 'operator' })).toContain('people with the role approver');
  expect(await reasonFor(viewer)).toBe('Your role can only read. An operator can start this.');
});
