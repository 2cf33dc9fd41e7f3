import { afterEach, expect, it } from 'vitest';
import { openWorkbench, type Workbench } from '../../tests/open-workbench';
import { hang } from '../../tests/scripted-model';
import { localActor } from '../domain/actor';

let bench: Workbench;
afterEach(async () => {
  await bench.close();
  expect(bench.bugs).toEqual([]);
  bench.script.expectUsedUp();
});

const withExample = (json: string) => `Add this:\n\n\`\`\`json\n${json}\n\`\`\`\n\nIt runs on each commit.`;
/** A thread reads a text of this length. */
const long = (text: string) => `${'Some words. '.repeat(1_500)}\n\n${text}`;

it.each([(text: string) => text, long])(
  'an answer that shows data of another program ends the run',
  async (size) => {
    const answer = size(withExample('{"tool":"eslint","args":["--fix"]}'));
    bench = await openWorkbench([answer]);
    const run = await bench.drive(await bench.create());
    expect(run.state).toEqual({ status: 'completed', answer, endedBy: 'text' });
  },
);

it.each([(text: string) => text, long])(
  'the model is asked once about an example, also if the server restarts before it sends the answer again',
  async (size) => {
    const answer = size(withExample('{"tool":"eslint","parameters":{"fix":true}}'));
    bench = await openWorkbench([answer, hang, answer]);
    const runId = await bench.create();
    bench.dispatcher.dispatch(runId, localActor.id, 'main');
    while (bench.script.requests.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await bench.restart();
    const run = await bench.drive(runId);
    expect(run.state).toEqual({ status: 'completed', answer, endedBy: 'text' });
    expect(bench.script.requests.at(-1)?.at(-1)?.content).toContain(
      'if this is only an example in your answer, send the answer again as it is',
    );
  },
);

it('a call of an unlisted tool of ours is never an example', async () => {
  const attempt = withExample('{"tool":"delete_file","parameters":{"path":"a.txt"}}');
  bench = await openWorkbench([attempt, attempt, attempt]);
  const run = await bench.drive(await bench.create({ tools: ['read_file'] }));
  expect(run.state).toMatchObject({ status: 'failed', code: 'malformed_replies' });
});
