import { expect } from '@playwright/test';
import { openCollector } from '@/lib/telemetry/testing/collector';
import { call } from './support/scripted-model';
import { openOwnApp, test } from './support/test';

let collector: Awaited<ReturnType<typeof openCollector>>;
const { app, http, model } = openOwnApp(async () => {
  collector = await openCollector();
  return { OTEL_EXPORTER_OTLP_ENDPOINT: collector.address };
});
test.afterAll(() => collector.close());

const names = () => collector.spans.map(({ name }) => name).sort();
const patience = { timeout: 20_000 };

test('a server that is killed leaves calls without a drive, and the next one adds its drive to the same trace', async () => {
  model.script(call('list_files', { path: '.' }), { hold: 'I have seen' });
  const { runId } = await http.start('free-request', { request: 'Look around' });
  await expect.poll(names, patience).toEqual(['chat scripted', 'execute_tool list_files']);
  await app.stop('SIGKILL');
  const cutOff = [...collector.spans];
  model.script('I have seen everything.');
  await app.start();
  await http.until(runId, 'completed');
  const complete = ['chat scripted', 'chat scripted', 'execute_tool list_files', 'invoke_agent'];
  await expect.poll(names, patience).toEqual(complete);

  const { spans, resources } = collector;
  const drive = spans.find(({ name }) => name === 'invoke_agent');
  expect(drive?.attributes).toMatchObject({ 'countersign.run.status': 'completed' });
  const above = spans.map(({ parentSpanId }) => parentSpanId ?? null);
  const [lost, ...others] = new Set(cutOff.map(({ parentSpanId }) => parentSpanId));
  expect([typeof lost, others, spans.some(({ spanId }) => spanId === lost)]).toEqual(['string', [], false]);
  expect(above.filter((id) => id === drive?.spanId)).toHaveLength(1);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(spans.map(({ attributes }) => attributes['countersign.run.id']))).toEqual(new Set([runId]));
  expect(new Set(resources.map((resource) => resource['service.instance.id'])).size).toBe(2);
});
