import { describe, expect, it } from 'vitest';
import { type OpenLimits, resolveLimits } from './run';

const open: OpenLimits = { maxSteps: null, maxActiveMs: null, maxMalformedReplies: null };
const steps = (workflow: number | null, server: number | null, workspace: number | null) =>
  resolveLimits({ ...open, maxSteps: workflow }, { ...open, maxSteps: server }, { maxSteps: workspace })
    .maxSteps;

describe('the limits of a run', () => {
  it('are the defaults where nothing sets them', () => {
    expect(resolveLimits(open, open)).toEqual({
      maxSteps: 10,
      maxActiveMs: 300_000,
      maxMalformedReplies: 3,
    });
  });

  it.each([
    { workflow: 5, server: 20, workspace: 30, least: 5 },
    { workflow: 50, server: 20, workspace: 30, least: 20 },
    { workflow: 50, server: 40, workspace: 30, least: 30 },
    { workflow: 50, server: null, workspace: 30, least: 30 },
    { workflow: null, server: 40, workspace: 30, least: 30 },
  ])('are the smallest of workflow, server and workspace: %o', ({ workflow, server, workspace, least }) => {
    expect(steps(workflow, server, workspace)).toBe(least);
  });

  it('are defaults of the server for a workflow without limits, and never of a workspace', () => {
    expect(steps(null, 40, null)).toBe(40);
    expect(steps(null, null, 40)).toBe(10);
    expect(steps(null, null, 4)).toBe(4);
  });
});
