import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jobText } from '../lib/testing/chaos/crowd';
import { startJobModel } from '../lib/testing/chaos/job-model';
import { compileServer, startServer } from '../lib/testing/chaos/server-handle';

/**
 * Checks that the disk has what an answer says (Linux with strace):
 * `npx tsx bench/durable-answers.ts [requests]`. It starts runs, approves their requests one by one, and
 * looks for a completed sync of the database's log between each question and its answer. It ends with 1 when
 * an answer has no sync.
 */
const count = Number(process.argv[2] ?? 200);

await compileServer();
const model = await startJobModel();
const folder = await mkdtemp(path.join(tmpdir(), 'countersign-durable-'));
const trace = path.join(folder, 'trace');
const server = startServer(folder, { OPENAI_BASE_URL: model.baseUrl }, [
  ...['strace', '-ff', '-qq', '-y', '-ttt', '-T', '-e', 'trace=fsync,fdatasync', '-o', trace],
]);
await server.readyMs;

type Answer = { what: string; fromMs: number; toMs: number };
const answers: Answer[] = [];
const nowMs = () => performance.timeOrigin + performance.now();

async function ask<Value>(what: string, question: () => Promise<Value>): Promise<Value> {
  const fromMs = nowMs();
  const value = await question();
  answers.push({ what, fromMs, toMs: nowMs() });
  return value;
}

async function until(runId: string, status: string): Promise<string> {
  for (;;) {
    const [run] = await server.ask('look', { runIds: [runId] });
    if (run?.status === status) return run.approvalId ?? '';
    await sleep(5);
  }
}

for (let number = 1; number <= count; number += 1) {
  const { runId } = await ask('start', () => server.ask('start', { text: jobText(number, 'signature') }));
  const approvalId = await until(runId, 'awaiting_approval');
  // The run's earlier writes reach the disk first, so the next sync belongs to the decision.
  await sleep(20);
  await ask('decision', () => server.ask('approve', { approvalId }));
  await until(runId, 'completed');
  await sleep(20);
}
// strace holds back the signals that it gets, so this one goes to the server. strace ends with it.
const { pid } = JSON.parse(await readFile(path.join(folder, 'data', 'instance.json'), 'utf8'));
process.kill(pid, 'SIGTERM');
await server.ended;

// Each thread has its own file, so that no line cuts another.
const names = (await readdir(folder)).filter((name) => name.startsWith('trace.'));
const traces = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
const syncs = traces.flatMap((text) =>
  [...text.matchAll(/^(\d+\.\d+) f(?:data)?sync\(\d+<[^>]*-wal>\) += 0 <([\d.]+)>/gm)].map(
    ([, at, seconds]) => ({
      fromMs: Number(at) * 1_000,
      toMs: (Number(at) + Number(seconds)) * 1_000,
    }),
  ),
);
const isDurable = ({ fromMs, toMs }: Answer) =>
  syncs.some((sync) => sync.fromMs >= fromMs && sync.toMs <= toMs);
for (const what of ['start', 'decision']) {
  const given = answers.filter((answer) => answer.what === what);
  console.log(
    `${what}: ${given.filter(isDurable).length} of ${given.length} answers after a sync of the log`,
  );
}
console.log(`${syncs.length} syncs`);
await model.close();
await rm(folder, { recursive: true, force: true });
process.exitCode = answers.every(isDurable) ? 0 : 1;
