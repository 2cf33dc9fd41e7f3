import { rename } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { startApp } from './support/app';
import { programClient } from './support/http-client';
import { call } from './support/scripted-model';
import { openOwnApp, test, tour } from './support/test';

const { app, http, model } = openOwnApp(async () => ({ METRICS: 'on' }));

const inOneDay = () => new Date(Date.now() + 86_400_000).toISOString();
const metricsBy = (authorization: string, method = 'GET') =>
  fetch(`${app.baseURL}/metrics`, { method, headers: { authorization }, redirect: 'manual' });

test('figures change with a run, and hold nothing of its content', tour, async () => {
  const { json } = await http.post('/api/tokens', { name: 'Scraper', scope: 'read', expiresAt: inOneDay() });
  const scraper = `Bearer ${json.token}`;
  model.script(call('write_file', { path: 'marker-4711.txt', content: 'marker-4711' }), 'Wrote marker-4711.');
  const { runId } = await http.start('free-request', { request: 'Write marker-4711' });
  const { header } = await http.until(runId, 'awaiting_approval');
  expect(await (await metricsBy(scraper)).text()).toContain('countersign_approvals_waiting 1\n');
  await http.approve(header.approvalId);
  await http.until(runId, 'completed');
  const answer = await metricsBy(scraper);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(text).toContain('countersign_runs_ended_total{status="completed",failure=""} 1\n');
  expect(text).toMatch(
    /countersign_model_call_duration_seconds_count\{.*model="scripted",outcome="ok"\} 2\n/,
  );
  for (const secret of ['marker', json.token, model.baseUrl, app.dataDir]) expect(text).not.toContain(secret);
});

const ownFigure = async (name: string) => {
  const text = await (await metricsBy(app.ownerHeaders().authorization)).text();
  return new RegExp(`^countersign_${name} (\\S+)$`, 'm').exec(text)?.[1];
};

test('a stream is open until its viewer leaves', async () => {
  model.script({ hold: 'Thinking' });
  const { runId } = await http.start('free-request', { request: 'Think' });
  const streams = () => ownFigure('streams_open');
  expect(await streams()).toBe('0');
  const viewers = [new AbortController(), new AbortController()];
  for (const [index, { signal }] of viewers.entries()) {
    const { body } = await app.fetch(`/api/runs/${runId}/events`, { signal });
    await body?.getReader().read();
    expect(await streams()).toBe(String(index + 1));
  }
  for (const [index, viewer] of viewers.entries()) {
    viewer.abort();
    await expect.poll(streams).toBe(String(1 - index));
  }
  model.release();
  await http.until(runId, 'completed');
});

test('while the database cannot be read, a scraper gets 503, and then the figures have the outage', async () => {
  const status = async () => (await metricsBy(app.ownerHeaders().authorization)).status;
  const file = path.join(app.dataDir, 'countersign.db');
  await rename(file, `${file}.away`);
  await expect.poll(status).toBe(503);
  await rename(`${file}.away`, file);
  await expect.poll(status).toBe(200);
  expect(await ownFigure('database_outages_total')).toBe('1');
  await expect.poll(() => ownFigure('database_outage')).toBe('0');
});

test('a stranger gets the same 401 as everywhere, and only reading is allowed', async () => {
  const owner = app.ownerHeaders().authorization;
  expect((await metricsBy(owner)).status).toBe(200);
  expect((await metricsBy(owner, 'HEAD')).status).toBe(200);
  const client = programClient(app, () => 'Bearer cs_wrong');
  const [stranger, elsewhere] = [await client.get('/metrics'), await client.get('/api/runs/run_x')];
  expect([stranger.status, stranger.json]).toEqual([401, elsewhere.json]);
  const { status, headers } = await client.post('/metrics');
  expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('without METRICS, the address is like any that does not exist, for the owner and for strangers', async () => {
  const plain = await startApp();
  try {
    for (const authorization of [plain.ownerHeaders().authorization, 'Bearer cs_wrong']) {
      const client = programClient(plain, () => authorization);
      const [metrics, nothing] = [await client.get('/metrics'), await client.get('/api/nothing')];
      expect([metrics.status, metrics.json]).toEqual([404, nothing.json]);
    }
  } finally {
    await plain.dispose();
  }
});
