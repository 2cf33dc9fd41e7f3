import { describe, expect, it } from 'vitest';
import { sampleField } from '@/lib/contracts/fixtures/sample-field';
import type { WorkflowField, WorkflowView } from '@/lib/contracts/workflows';
import { findDemoRequests, findRequestTarget } from './request-field';

const request = sampleField('request', { type: 'long_text', required: true });
const workflow = (fields: WorkflowField[], changes: Partial<WorkflowView> = {}): WorkflowView => ({
  id: 'free-request',
  title: 'Free request',
  category: 'Anything',
  icon: 'wand',
  description: 'Ask for anything.',
  kind: 'agent',
  model: null,
  fields,
  capabilities: [],
  limits: { maxSteps: 10, maxActiveMs: 1_000, maxMalformedReplies: 3 },
  approvalExpiresAfterMs: null,
  signedBy: null,
  signerShortage: null,
  whyNotStart: null,
  lastStartedAt: null,
  lastParameters: null,
  formerIds: [],
  ...changes,
});

describe('the composer', () => {
  it.each<[string, WorkflowField[]]>([
    ['one text', [request]],
    ['one short text', [{ ...request, type: 'text' }]],
    [
      'a text beside fields with defaults',
      [sampleField('tone', { required: true, default: 'calm' }), request],
    ],
    ['a text beside optional fields', [request, sampleField('note')]],
  ])('starts the workflow that needs %s', (_, fields) => {
    expect(findRequestTarget([workflow(fields)])?.field.name).toBe('request');
  });

  it.each<[string, WorkflowView[]]>([
    ['the file is missing', [workflow([request], { id: 'other' })]],
    ['it needs nothing', [workflow([])]],
    ['it needs two texts', [workflow([request, sampleField('more', { required: true })])]],
    ['it needs a choice', [workflow([sampleField('kind', { type: 'choice', required: true })])]],
    ['its steps are fixed', [workflow([request], { kind: 'direct' })]],
  ])('is not there when %s', (_, workflows) => {
    expect(findRequestTarget(workflows)).toBeNull();
  });
});

describe('the requests of the demo model', () => {
  const model = (id: string, isDefault: boolean, understands: string[]) => ({
    ...{ id, name: id, fullName: id, isDefault, isOffered: true, problem: null, check: null },
    understands,
  });
  const models = [model('demo', true, ['read a.md']), model('real', false, [])];

  it.each([
    [null, workflow([request]), ['read a.md']],
    ['demo', workflow([request]), ['read a.md']],
    ['real', workflow([request]), []],
    ['gone', workflow([request]), []],
    [null, workflow([request], { id: 'other' }), []],
    [null, workflow([request], { model: { name: 'real', problem: null } }), []],
  ] as const)('with the model %s', (modelId, target, expected) => {
    expect(findDemoRequests(models, target, modelId)).toEqual(expected);
  });
});
