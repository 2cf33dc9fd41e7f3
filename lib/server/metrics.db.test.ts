import '../logging/testing/quiet-log';
import { afterEach, expect, it, vi } from 'vitest';
import { hang } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import { readMetrics } from '../use-cases/read-metrics';
import { stopRun } from '../use-cases/steer-run';
import {
  marker,
  openWatchedApp,
  playSignedRun,
  readFigures,
  readOwnFigures,
  send,
  until,
} from './testing/watched-run';

let watched: Awaited<ReturnType<typeof openWatchedApp>>;
afterEach(() => watched.close());

it('a server has no figures unless somebody asks for them', async () => {
  watched = await openWatchedApp({});
  await expect(readMetrics(watched.app.services, localActor)).rejects.toMatchObject({ code: 'not_found' });
});

it('the figures say what a run did: its calls, tokens, request and end, and how long each took', async () => {
  watched = await openWatchedApp({ METRICS: 'on' });
  const before = await readFigures(watched.app);
  expect(before.get('countersign_runs_started_total')).toBe(0);
  await playSignedRun(watched.app);
  const after = await readFigures(watched.app);
  const demo = 'provider="demo",model="demo"';
  const expected = {
    countersign_runs_started_total: 1,
    'countersign_runs_ended_total{status="completed",failure=""}': 1,
    countersign_steps_total: 1,
    [`countersign_model_call_duration_seconds_count{${demo},outcome="ok"}`]: 2,
    [`countersign_model_tokens_total{${demo},direction="in"}`]: 240,
    [`countersign_model_tokens_total{${demo},direction="out"}`]: 60,
    'countersign_tool_call_duration_seconds_count{tool="write_file",outcome="ok"}': 1,
    countersign_approvals_requested_total: 1,
    'countersign_approval_wait_seconds_count{outcome="approved"}': 1,
    countersign_approvals_waiting: 0,
    countersign_runs_in_line: 0,
    countersign_line_oldest_seconds: 0,
    countersign_streams_open: 0,
    countersign_draining: 0,
    countersign_database_outage: 0,
  };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, after.get(name)]))).toEqual(expected);
  const writes = 'countersign_database_write_duration_seconds_count{outcome="ok"}';
  expect(after.get(writes)).toBeGreaterThan(before.get(writes) ?? 0);
  expect(after.get('nodejs_eventloop_lag_seconds')).toBeDefined();
});

it('the figures hold no content, no person and no place', async () => {
  watched = await openWatchedApp({ METRICS: 'on' });
  await playSignedRun(watched.app);
  const { text } = await readMetrics(watched.app.services, localActor);
  expect(text).toContain('countersign_tool_call_duration_seconds');
  const { data } = watched.app.services.installation.folders;
  const folders = watched.app.config.workspaces.map(({ folder }) => folder);
  expect(folders).toHaveLength(1);
  for (const secret of [marker, data, ...folders, localActor.id]) expect(text).not.toContain(secret);
});

it('runs are in line while they wait for their turn, with the time that the first of them has waited', async () => {
  watched = await openWatchedApp({ METRICS: 'on', MAX_WORKING_RUNS: '1' }, [hang, 'Second.', 'Third.']);
  const { app } = watched;
  const line = () => readOwnFigures(app, 'runs_active', 'runs_in_line', 'line_oldest_seconds');
  const first = await send(app);
  await until(app, first, 'calling_model');
  expect(await line()).toEqual([1, 0, 0]);
  const others = [await send(app), await send(app)];
  const [active, waiting, oldestSeconds] = await line();
  expect([active, waiting]).toEqual([3, 2]);
  expect(oldestSeconds).toBeGreaterThan(0);
  await stopRun(app.services, localActor, { runId: first });
  for (const runId of others) await until(app, runId, 'completed');
  // A driver returns after its last commit.
  await vi.waitFor(async () => expect(await line()).toEqual([0, 0, 0]));
});
