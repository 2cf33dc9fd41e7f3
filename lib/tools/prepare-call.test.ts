import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool, type ToolDefinition } from './define-tool';
import { prepareCall } from './prepare-call';
import { ToolFailure } from './tool-failure';
import { createWorkspace } from './workspace/workspace';

const parameters = z.strictObject({ name: z.string().describe('A name.') });

async function prepare(change: Partial<ToolDefinition<typeof parameters, { size: number }>>) {
  const tool = defineTool<typeof parameters, { size: number }>({
    name: 'sample',
    description: 'A sample.',
    parameters,
    capability: { description: 'Try things', asks: true },
    isIdempotent: ({ name }) => name === 'safe',
    look: async () => ({ facts: { size: 3 }, preview: [], targetFingerprint: 'f' }),
    policy: (_parameters, facts) => ({ decision: 'allow', risk: 'low', reason: `Size ${facts?.size}.` }),
    headline: ({ name }, facts) => `Try ${name} (${facts?.size})`,
    run: async () => ({ summary: '', modelText: '', detail: { kind: 'move', from: '', to: '' } }),
    ...change,
  });
  const bound = tool.bind({ name: 'safe' });
  if (!bound.ok) throw new Error(bound.message);
  const unexpected: unknown[] = [];
  const call = await prepareCall(bound.call, { workspace: createWorkspace('/'), web: {} }, (error) =>
    unexpected.push(error),
  );
  return { ...call, unexpected };
}

describe('preparing a call', () => {
  it('policy and headline get the facts', async () => {
    expect(await prepare({})).toMatchObject({
      headline: 'Try safe (3)',
      verdict: { decision: 'allow', reason: 'Size 3.' },
      isIdempotent: true,
      targetFingerprint: 'f',
      foreseenError: null,
    });
  });

  it('a policy that breaks asks, as a high risk, and is reported', async () => {
    const broken = () => {
      throw new Error('Oops');
    };
    const { verdict, unexpected } = await prepare({ policy: broken });
    expect(verdict).toMatchObject({ decision: 'ask', risk: 'high' });
    expect(unexpected).toHaveLength(1);
  });

  it('a call that will fail comes with its reason, without facts', async () => {
    const call = await prepare({
      look: () => Promise.reject(new ToolFailure('not_found', 'It is not there.')),
    });
    expect(call).toMatchObject({
      headline: 'Try safe (undefined)',
      foreseenError: { code: 'not_found', message: 'It is not there.' },
      targetFingerprint: null,
      unexpected: [],
    });
  });

  it('an unexpected error shows none of our internals and is reported', async () => {
    const { foreseenError, unexpected } = await prepare({
      look: () => Promise.reject(new Error('at /srv/secret.ts:3')),
    });
    expect(foreseenError).toEqual({
      code: 'unexpected',
      message: "An unexpected error occurred. The server's log has the details.",
    });
    expect(unexpected).toHaveLength(1);
  });
});
