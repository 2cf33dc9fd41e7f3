import '../logging/testing/quiet-log';
import { afterEach, expect, it } from 'vitest';
import { localActor } from '../domain/actor';
import { readMetrics } from '../use-cases/read-metrics';
import { marker, openWatchedApp, playSignedRun } from './testing/watched-run';

let watched: Awaited<ReturnType<typeof openWatchedApp>>;
afterEach(() => watched.close());

/** Reads the text format of Prometheus: one sample a line, by its name with its labels. */
async function read(): Promise<Map<string, number>> {
  const { text } = await readMetrics(watched.app.services, localActor);
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    samples.map((line) => {
      const parts = /^([a-z_\d]+(?:\{(?:[a-z_\d]+="[^"\\]*",?)*\})?) (\S+)$/i.exec(line);
      if (!parts) throw new Error(`No sample: ${line}`);
      return [parts[1] ?? '', Number(parts[2])];
    }),
  );
}

it('a server has no figures unless somebody asks for them', async () => {
  watched = await openWatchedApp({});
  await expect(readMetrics(watched.app.services, localActor)).rejects.toMatchObject({ code: 'not_found' });
});

it('the figures say what a run did: its calls, tokens, request and end, and how long each took', async () => {
  watched = await openWatchedApp({ METRICS: 'on' });
  const before = await read();
  expect(before.get('countersign_runs_started_total')).toBe(0);
  await playSignedRun(watched.app);
  const after = await read();
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
