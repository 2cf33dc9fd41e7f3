import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call, type ScriptedReply } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';
import type { Run } from '../domain/run';
import { settleOutcome } from '../use-cases/steer-run';

let bench: Workbench;
afterEach(async () => {
  await bench.close();
  expect(bench.reported).toEqual([]);
});

async function untilSo(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

async function load(runId: Run['id']): Promise<Run> {
  const run = await bench.runs.find(runId);
  if (!run) throw new Error('The run is gone');
  return run;
}

const isThere = (name: string) =>
  bench.read(name).then(
    (text) => text !== '',
    () => false,
  );

/** Signs the first call, shuts the server down once the call has begun, and starts it again. */
async function shutDownInCall(
  replies: ScriptedReply[],
  hasBegun: () => boolean | Promise<boolean>,
): Promise<Run> {
  bench = await openWorkbench(replies);
  const waiting = await bench.drive(await bench.create());
  await bench.decide(waiting, { decision: 'approve' });
  await untilSo(hasBegun);
  await bench.restart();
  await bench.sweep();
  return load(waiting.id);
}

describe('a call that is not safe to repeat and is interrupted by a shutdown', () => {
  it.each([
    ['dies at once', 'echo before >> f; sleep 60; echo after >> f'],
    [
      'ends by itself when it is told to',
      "trap 'exit 0' TERM; echo before >> f; sleep 60 & wait; echo after >> f",
    ],
    ['withstands', "trap '' TERM; echo before >> f; sleep 60; echo after >> f"],
    ['has a child in the background', 'echo before >> f; sleep 60 & sleep 60; echo after >> f'],
  ])('has an unknown outcome: a command that %s', { timeout: 30_000 }, async (_, command) => {
    const run = await shutDownInCall([call('run_command', { command }), 'It is done.'], () => isThere('f'));
    expect(run.state.status).toBe('outcome_unknown');
    expect(bench.script.requests).toHaveLength(1);
    expect(await bench.read('f')).toBe('before\n');
    await settleOutcome(bench.services(), localActor, {
      runId: run.id,
      choice: 'worked',
      result: 'Half of it.',
    });
    expect((await bench.drive(run.id)).state.status).toBe('completed');
    expect(JSON.stringify(bench.script.requests)).not.toContain('Stopped before');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('has an unknown outcome: a %s request', async (method) => {
    let requests = 0;
    const server = createServer(() => {
      requests += 1;
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      const run = await shutDownInCall([call('http_request', { url, method })], () => requests > 0);
      expect(run.state.status).toBe('outcome_unknown');
      expect(requests).toBe(1);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

it('a reply that is complete when the shutdown begins is kept, and its call runs after the restart', async () => {
  const stopping: Promise<void>[] = [];
  bench = await openWorkbench([call('list_files', { path: '.' }), 'It is listed.'], {
    wrapPorts: (ports) => ({
      ...ports,
      rules: {
        ...ports.rules,
        list() {
          // The reply is read now, and the server hears that it ends.
          stopping.push(bench.dispatcher.shutDown());
          return ports.rules.list();
        },
      },
    }),
  });
  const { id, state } = await bench.drive(await bench.create());
  await Promise.all(stopping);
  expect(state.status).toBe('tool_ready');
  await bench.restart();
  await bench.sweep();
  expect((await load(id)).state.status).toBe('completed');
  expect(bench.script.requests).toHaveLength(2);
});

describe('a call during a shutdown', () => {
  it('keeps its result if it ends in time', async () => {
    const asked: ServerResponse[] = [];
    const server = createServer((_, response) => asked.push(response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    bench = await openWorkbench([call('http_request', { url, method: 'POST' }), 'It is sent.']);
    const waiting = await bench.drive(await bench.create());
    await bench.decide(waiting, { decision: 'approve' });
    await untilSo(() => asked.length > 0);
    const restarted = bench.restart();
    asked[0]?.end('It arrived.');
    server.close();
    await restarted;
    await bench.sweep();
    expect((await load(waiting.id)).state.status).toBe('completed');
    expect(JSON.stringify(bench.script.requests.at(-1))).toContain('It arrived.');
  });

  it('runs again if that is safe', async () => {
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      if (requests > 1) response.end('the second answer');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    try {
      const run = await shutDownInCall([call('http_request', { url }), 'It is read.'], () => requests > 0);
      expect(run.state.status).toBe('completed');
      expect(await bench.eventTypes(run.id)).toContain('tool_rescheduled');
      expect(JSON.stringify(bench.script.requests.at(-1))).toContain('the second answer');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
