import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyHistory, jobText, runCrowd } from '../lib/testing/chaos/crowd';
import { findFaults } from '../lib/testing/chaos/find-faults';
import { startJobModel } from '../lib/testing/chaos/job-model';
import { compileServer, startServer } from '../lib/testing/chaos/server-handle';

/**
 * Makes the data folder read-only for a while under 50 runs, like a fault of its disk:
 * `npx tsx bench/read-only.ts [rounds]` (Linux with strace). Linux refuses to mount a folder read-only while
 * files in it are open for writing, so strace answers EROFS to every write. The command ends with 1 when
 * health does not say so, when a run does not go on, or when anything is lost or executed twice.
 */
const rounds = Number(process.argv[2] ?? 3);
const runs = 50;
const outageMs = 5_000;
/** The page and health say this. */
const expected = 'it is read-only';
const calls = 'openat,pwrite64,write,fsync,fdatasync,ftruncate,fallocate,access,faccessat2';

await compileServer();
const model = await startJobModel();
const folder = await mkdtemp(path.join(tmpdir(), 'countersign-read-only-'));
const database = path.join(folder, 'data', 'countersign.db');
const server = startServer(folder, { OPENAI_BASE_URL: model.baseUrl });
await server.readyMs;
const history = emptyHistory();
let nextJob = 1;
const problems: string[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const texts = Array.from({ length: runs }, () => `job ${nextJob++}: slow slow slow slow`);
  // A refused start ends this crowd. The next crowd asks for the start again.
  const crowd = runCrowd(server, history, texts).catch(() => false);
  while (texts.some((text) => !history.started.get(text))) await sleep(20);
  const release = await makeReadOnly();
  await sleep(outageMs);
  const { status, problem } = await server.ask('health', {});
  if (status !== 'degraded' || !problem?.includes(expected))
    problems.push(`health was ${status}: ${problem}`);
  const started = await server.ask('start', { text: jobText(nextJob++) }).catch(String);
  if (!String(started).includes(expected)) problems.push(`a start was answered: ${JSON.stringify(started)}`);
  const before = await versionsOf(texts);
  await release();
  const releasedAt = performance.now();
  const wentOnMs = await untilMoved(before, releasedAt);
  console.log(
    `round ${round}: health was ${status} (${problem}), ${wentOnMs.length} of ${before.size} runs went on, the last after ${Math.max(...wentOnMs).toFixed(0)} ms`,
  );
  if (before.size === 0 || wentOnMs.length < before.size || Math.max(...wentOnMs) > 5_000)
    problems.push('not all went on within 5 s');
  await crowd;
  await runCrowd(server, history, []);
}
const faults = await findFaults(folder, server, history);
problems.push(...faults.map(({ text }) => text));
for (const problem of problems) console.log(problem);
console.log(
  `${rounds} rounds, ${history.ended.size} of ${history.started.size} runs ended, ${problems.length} problems`,
);
server.signal('SIGKILL');
await server.ended;
await model.close();
await rm(folder, { recursive: true, force: true });
process.exitCode = problems.length > 0 ? 1 : 0;

async function makeReadOnly(): Promise<() => Promise<void>> {
  const places = ['', '-wal', '-shm'].map((end) => database + end);
  const tracer = spawn('strace', [
    ...['-f', '-qq', '-o', '/dev/null', '-p', String(server.pid)],
    ...[path.dirname(database), ...places].flatMap((place) => ['-P', place]),
    ...['-e', `trace=${calls}`, '-e', `inject=${calls}:error=EROFS`],
  ]);
  await sleep(500);
  return async () => {
    const ended = new Promise((resolve) => tracer.once('exit', resolve));
    tracer.kill('SIGTERM');
    await ended;
  };
}

/** Returns the versions of the runs that still work. */
async function versionsOf(texts: readonly string[]): Promise<Map<string, number>> {
  const runIds = texts.map((text) => history.started.get(text)).filter((id): id is string => Boolean(id));
  const found = await server.ask('look', { runIds });
  return new Map(
    found.flatMap((run) => (run && run.status !== 'completed' ? [[run.runId, run.version] as const] : [])),
  );
}

async function untilMoved(before: Map<string, number>, from: number): Promise<number[]> {
  const wentOn = new Map<string, number>();
  while (wentOn.size < before.size && performance.now() - from < 30_000) {
    for (const run of await server.ask('look', { runIds: [...before.keys()] })) {
      if (run && run.version > (before.get(run.runId) ?? 0) && !wentOn.has(run.runId))
        wentOn.set(run.runId, performance.now() - from);
    }
    await sleep(20);
  }
  return [...wentOn.values()];
}
