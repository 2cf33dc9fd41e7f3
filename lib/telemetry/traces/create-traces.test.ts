import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { expect, it } from 'vitest';
import { createId } from '../../shared/ids';
import type { Drive, ModelCalled } from '../telemetry.port';
import { createTraces } from './create-traces';

const run = { id: createId('run'), conversationId: createId('cnv'), workflowId: 'summarize' };

/** Plays a drive on a server of its own, with a call of a model that ends so. */
async function drive({ id } = run, outcome: ModelCalled['outcome'] = 'ok') {
  const exporter = new InMemorySpanExporter();
  const server = { serviceName: 'test', version: '1.2.3', instance: 'one' };
  const { tell } = createTraces(server, new SimpleSpanProcessor(exporter));
  const drive: Drive = { run: { ...run, id } };
  const time = { startedAt: new Date(2_000), durationMs: 500 };
  const named = { provider: 'openai_compatible', model: 'm', isSetUp: true, usage: null };
  tell({ type: 'drive_began', drive, at: new Date(1_000) });
  tell({ type: 'model_called', drive, outcome, ...named, ...time });
  const failure = outcome === 'ok' ? null : 'provider_error';
  tell({ type: 'drive_ended', drive, at: new Date(3_000), status: 'failed', failure });
  const spans = exporter.getFinishedSpans();
  const find = (name: string) => spans.find((span) => span.name === name);
  return { spans, call: find('chat m'), agent: find('invoke_agent') };
}

it('two servers that work on one run write one trace, and another run has another', async () => {
  const traceOf = async (played: ReturnType<typeof drive>) => (await played).agent?.spanContext().traceId;
  expect(await traceOf(drive())).toBe(await traceOf(drive()));
  expect(await traceOf(drive())).not.toBe(await traceOf(drive({ ...run, id: createId('run') })));
});

it('a span has the time that its work took, and the names of its run', async () => {
  const { call, agent } = await drive();
  expect([call?.startTime, call?.endTime]).toEqual([
    [2, 0],
    [2, 500_000_000],
  ]);
  expect([agent?.startTime, agent?.endTime]).toEqual([
    [1, 0],
    [3, 0],
  ]);
  expect(agent?.attributes).toMatchObject({ 'gen_ai.workflow.name': 'summarize' });
});

it('a failure has the code of its error, on the call and on the drive', async () => {
  const { call, agent } = await drive(run, 'rate_limited');
  expect([call?.attributes['error.type'], call?.status.code]).toEqual(['rate_limited', 2]);
  expect([agent?.attributes['error.type'], agent?.status.code]).toEqual(['provider_error', 2]);
  const fine = await drive();
  expect([fine.call?.attributes['error.type'], fine.call?.status.code]).toEqual([undefined, 0]);
});
