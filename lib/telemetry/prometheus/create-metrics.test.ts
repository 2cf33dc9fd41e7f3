import { expect, it, vi } from 'vitest';
import { createId } from '../../shared/ids';
import { joinSinks } from '../join-sinks';
import type { Drive } from '../telemetry.port';
import { createMetrics } from './create-metrics';

const drive: Drive = {
  run: { id: createId('run'), conversationId: createId('cnv'), workflowId: null },
};
const time = { startedAt: new Date(0), durationMs: 5 };
const seen = {
  activeRuns: 3,
  waitingRuns: 2,
  oldestWaitMs: 1_500,
  pendingApprovals: null,
  unknownOutcomes: 1,
  openStreams: 4,
  isDraining: true,
  hasOutage: true,
};

it('models that nobody set up share one label, and so do tools that the server does not have', async () => {
  const metrics = createMetrics('1.2.3');
  for (const name of ['one', 'two', 'three']) {
    const call = { drive, isSetUp: false, usage: null, outcome: 'ok', ...time } as const;
    metrics.tell({ type: 'model_called', provider: name, model: name, ...call });
    metrics.tell({
      ...{ type: 'tool_called', callId: null, tool: name, isKnown: false },
      ...{ drive, outcome: 'ok' as const, ...time },
    });
  }
  const text = await metrics.toText(seen);
  expect(text).toContain('_count{provider="other",model="other",outcome="ok"} 3');
  expect(text).toContain('_count{tool="other",outcome="ok"} 3');
  expect(text).not.toMatch(/"(?:one|two|three)"/);
});

it('what only a look at the server tells is read at each scrape', async () => {
  const text = await createMetrics('1.2.3').toText(seen);
  for (const line of [
    'countersign_info{version="1.2.3"} 1',
    'countersign_runs_active 3',
    'countersign_runs_in_line 2',
    'countersign_line_oldest_seconds 1.5',
    'countersign_approvals_waiting Nan',
    'countersign_unknown_outcomes 1',
    'countersign_streams_open 4',
    'countersign_draining 1',
    'countersign_database_outage 1',
  ])
    expect(text).toContain(`${line}\n`);
});

it('a sink that breaks hears nothing more, and the others hear everything', () => {
  const broken = vi.fn(() => {
    throw new Error('broken');
  });
  const [other, onBroken] = [vi.fn(), vi.fn()];
  const tell = joinSinks([broken, other], onBroken);
  tell({ type: 'run_started' });
  tell({ type: 'run_started' });
  expect([broken, other, onBroken].map(({ mock }) => mock.calls.length)).toEqual([1, 2, 1]);
});
