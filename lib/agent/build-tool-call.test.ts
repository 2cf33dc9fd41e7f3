import { describe, expect, it } from 'vitest';
import { localActor } from '../domain/actor';
import type { Assessment } from '../domain/assessment';
import { defaultSigning } from '../domain/signing';
import { createPolicy } from '../policy/policy';
import type { PreparedCall, PrepareRequest } from '../tools/toolbox.port';
import { buildToolCall, type CallContext, hashCall } from './build-tool-call';

const request = {
  tool: 'write_file',
  parameters: { path: 'a.txt', content: 'x' },
  terminate: true,
  layers: 2,
  step: 3,
};
const change: Assessment = {
  effect: 'changes',
  touches: [],
  risk: 'low',
  reason: 'It changes.',
  refusal: null,
};
const ready: PreparedCall = {
  status: 'ready',
  headline: 'Write 1 line to a.txt',
  assessment: change,
  isIdempotent: true,
  targetFingerprint: 'f',
  preview: [{ kind: 'move', from: 'a', to: 'b' }],
  foreseenError: null,
};

const rules = { list: async () => ({ items: [], damaged: [] }), signing: async () => defaultSigning };

const context = {
  tools: ['write_file'],
  workflowId: null,
  signers: null,
  startedBy: localActor.id,
  rejectedCallHashes: [''],
};

async function build(prepared: PreparedCall, change: Partial<CallContext> = {}) {
  const requests: PrepareRequest[] = [];
  const toolbox = {
    prepare: async (prepare: PrepareRequest) => {
      requests.push(prepare);
      return prepared;
    },
  };
  const built = await buildToolCall(
    request,
    { ...context, ...change },
    { toolbox, policy: createPolicy(), rules },
  );
  return { built, requests };
}

describe('a workflow that says who signs', () => {
  const approvers = { role: 'approver', count: 2, notRequester: true } as const;
  it('has its words in the verdict of a call that asks, beside what the rules say', async () => {
    const { built } = await build(ready, { signers: approvers });
    const { built: plain } = await build(ready);
    if (built.status !== 'ready' || plain.status !== 'ready') throw new Error('The call is malformed');
    const signers = { role: 'approver', notRequester: true, byRules: 1 };
    expect(plain.call.verdict).toMatchObject({ decision: 'ask', signatures: 1 });
    expect(built.call.verdict).toEqual({ ...plain.call.verdict, signatures: 2, signers });
  });
});

describe('building a call', () => {
  it('keeps the request as it is, and adds hash, verdict and the state of its target', async () => {
    const { built, requests } = await build(ready);
    expect(requests).toEqual([
      { tool: 'write_file', parameters: request.parameters, listed: ['write_file'] },
    ]);
    expect(built).toEqual({
      status: 'ready',
      call: {
        ...request,
        id: expect.stringMatching(/^call_/),
        hash: hashCall(request),
        headline: 'Write 1 line to a.txt',
        verdict: {
          ruleId: 'everything_else',
          decision: 'ask',
          risk: 'low',
          reason: 'It changes.',
          signatures: 1,
        },
        isIdempotent: true,
        targetFingerprint: 'f',
      },
      preview: ready.preview,
      foreseenError: null,
    });
  });

  it('denies a tool that is not listed, and exactly a call that was refused before', async () => {
    const unlisted = await build(ready, { tools: ['read_file'], rejectedCallHashes: [] });
    const refused = await build(ready, { tools: ['write_file'], rejectedCallHashes: [hashCall(request)] });
    for (const { built } of [unlisted, refused])
      expect(built).toMatchObject({ call: { verdict: { decision: 'deny' } } });
  });

  it('a denied call does not reveal the error it would meet', async () => {
    const foreseenError = { code: 'not_found', message: 'There is no a.txt.' } as const;
    const possible = await build({ ...ready, foreseenError });
    expect(possible.built).toMatchObject({ foreseenError });
    const denied = await build({ ...ready, foreseenError }, { tools: [], rejectedCallHashes: [] });
    expect(denied.built).toMatchObject({ foreseenError: null });
  });

  it('a malformed call is reported as malformed', async () => {
    const malformed = {
      status: 'malformed',
      code: 'unknown_tool',
      message: 'There is no such tool.',
    } as const;
    expect((await build(malformed)).built).toEqual(malformed);
  });
});
