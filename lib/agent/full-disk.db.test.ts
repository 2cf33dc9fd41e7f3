import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { call } from '../../tests/scripted-model';
import { setPragma } from '../db/testing/set-pragma';

let bench: Workbench;
let executions = 0;
afterEach(() => bench.close());

/** SQLite reports a full disk when the database reaches this many pages. */
const limitPages = (pages: number) => setPragma(bench.database, `max_page_count=${pages}`);

describe('a disk that is full when a tool has run', () => {
  it('keeps the result in memory until there is space, and the tool runs once', async () => {
    bench = await openWorkbench([call('read_file', { path: 'big.txt' }), 'It is read.'], {
      wrapPorts: (ports) => ({
        ...ports,
        toolbox: {
          ...ports.toolbox,
          execute: async (toolCall, signal) => {
            executions += 1;
            const outcome = await ports.toolbox.execute(toolCall, signal);
            await limitPages(1);
            return outcome;
          },
        },
      }),
    });
    await bench.write('big.txt', 'A line of the big file.\n'.repeat(20_000));
    const runId = await bench.create();
    const driven = bench.drive(runId);
    while (bench.database.outages.current()?.reason !== 'full') await sleep(1);
    expect((await bench.runs.find(runId))?.state.status).toBe('tool_running');
    await limitPages(1_000_000);
    expect([(await driven).state.status, executions]).toEqual(['completed', 1]);
    expect([bench.bugs, bench.reported]).toEqual([[], []]);
  });
});
