import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPolicy } from '../policy/policy';
import { noneAdded, plainCall } from '../policy/testing/assessed-call';
import { defineTool, type ToolDefinition } from './define-tool';
import { prepareCall } from './prepare-call';
import { ToolFailure } from './tool-failure';

const parameters = z.strictObject({ name: z.string().describe('A name.') });

async function prepare(change: Partial<ToolDefinition<typeof parameters, { size: number }>>, mayLook = true) {
  const tool = defineTool<typeof parameters, { size: number }>({
    name: 'sample',
    description: 'A sample.',
    parameters,
    effect: 'changes',
    capability: 'Try things',
    isIdempotent: ({ name }) => name === 'safe',
    look: async () => ({ facts: { size: 3 }, preview: [], targetFingerprint: 'f' }),
    assess: (_parameters, facts) => ({ risk: 'low', reason: `Size ${facts?.size}.`, refusal: null }),
    headline: ({ name }, facts) => `Try ${name} (${facts?.size})`,
    run: async () => ({ summary: '', modelText: '', detail: { kind: 'move', from: '', to: '' } }),
    ...change,
  });
  const bound = tool.bind({ name: 'safe' });
  if (!bound.ok) throw new Error(bound.message);
  const unexpected: unknown[] = [];
  const call = await prepareCall(bound.call, mayLook, (error) => unexpected.push(error));
  return { ...call, unexpected };
}

describe('preparing a call', () => {
  it('assessment and headline get the facts', async () => {
    expect(await prepare({})).toMatchObject({
      headline: 'Try safe (3)',
      assessment: { effect: 'changes', touches: [], risk: 'low', reason: 'Size 3.', refusal: null },
      isIdempotent: true,
      targetFingerprint: 'f',
      foreseenError: null,
    });
  });

  it('an assessment that breaks is reported, and policy asks about the call as a high risk', async () => {
    const broken = () => {
      throw new Error('Oops');
    };
    for (const change of [{ assess: broken }, { paths: broken }]) {
      const { assessment, unexpected } = await prepare(change);
      const verdict = createPolicy().judge({ ...plainCall, assessment }, noneAdded);
      expect(verdict).toMatchObject({ decision: 'ask', risk: 'high' });
      expect(unexpected).toHaveLength(1);
    }
  });

  it('the assessment holds the paths as the call gives them', async () => {
    const { assessment } = await prepare({ paths: ({ name }) => [{ path: name, how: 'written' }] });
    expect(assessment.touches).toEqual([{ path: 'safe', how: 'written' }]);
  });

  it('all errors about what may hold secrets are the same, so a guess about them teaches nothing', async () => {
    const failing = (message: string, path: string) =>
      prepare({
        paths: () => [{ path, how: 'written' }],
        look: async () => {
          throw new ToolFailure('no_match', message);
        },
      });
    const errors = await Promise.all(
      ['contains the text 3 times', 'does not contain the text'].map((message) =>
        failing(message, 'app/.env'),
      ),
    );
    expect(errors[0]?.foreseenError).toEqual(errors[1]?.foreseenError);
    expect(errors[0]?.foreseenError?.code).toBe('not_allowed');
    expect((await failing('contains the text 3 times', 'app/plan.md')).foreseenError?.message).toContain(
      '3 times',
    );
  });

  it('a tool that is not listed is assessed without reading its target', async () => {
    let looks = 0;
    const look = async () => {
      looks += 1;
      return { facts: { size: 3 }, preview: [], targetFingerprint: 'f' };
    };
    expect(await prepare({ look }, false)).toMatchObject({ headline: 'Try safe (undefined)', preview: [] });
    expect(looks).toBe(0);
  });

  it('a call that will fail has its reason and no facts', async () => {
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
      message: 'An unexpected error occurred. The server’s log has the details.',
    });
    expect(unexpected).toHaveLength(1);
  });
});
