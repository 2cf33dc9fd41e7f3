import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { emptyHistory, jobText, runCrowd } from '../lib/testing/chaos/crowd';
import { findFaults } from '../lib/testing/chaos/find-faults';
import { startJobModel } from '../lib/testing/chaos/job-model';
import { compileServer, startServer } from '../lib/testing/chaos/server-handle';

/**
 * Fills the disk for a second, again and again, while runs work: `npx tsx bench/full-disk.ts [rounds]`. It
 * ends with 1 when the server lost something that it had acknowledged, when a call ran twice, or when a run
 * does not go on. It needs Linux and the right to mount (root, or user namespaces).
 */
const rounds = Number(process.argv[2] ?? 10);

await compileServer();
const model = await startJobModel();
const folder = await mkdtemp(path.join(tmpdir(), 'countersign-full-disk-'));
const data = path.join(folder, 'data');
await mkdir(data);
// Only the server and its children see this file system.
const mount = 'mount -t tmpfs -o size=64m tmpfs "$0" && exec "$@"';
const server = startServer(folder, { OPENAI_BASE_URL: model.baseUrl }, [
  ...['unshare', '--user', '--map-root-user', '--mount'],
  ...['sh', '-c', mount, data],
]);
await server.readyMs;
const ballast = path.join(server.seen(data), 'ballast');
const history = emptyHistory();
let refused = 0;
let nextJob = 1;
for (let round = 0; round < rounds; round += 1) {
  const texts = Array.from({ length: 10 }, () => jobText(nextJob++));
  // A refused start ends this crowd. The next crowd asks for the start again.
  const crowd = runCrowd(server, history, texts).catch(() => false);
  await sleep(200);
  await fill();
  refused += await startUntilRefused();
  await sleep(1_000);
  await rm(ballast);
  await crowd;
  await runCrowd(server, history, []);
}
const faults = await findFaults(folder, server, history);
for (const { text } of faults) console.log(text);
console.log(
  `${rounds} times full, ${refused} times until a start was refused, ${history.ended.size} of ${history.started.size} runs ended, ${faults.length} faults`,
);
server.signal('SIGKILL');
await server.ended;
await model.close();
await rm(folder, { recursive: true, force: true });
process.exitCode = faults.length > 0 || refused < rounds ? 1 : 0;

/**
 * Returns 1 when the server refused a start. The server must not lose the starts that it accepted before.
 * Some fit because the write-ahead log has room.
 */
async function startUntilRefused(): Promise<number> {
  for (let times = 0; times < 200; times += 1) {
    const text = jobText(nextJob++, 'plain');
    try {
      history.started.set(text, (await server.ask('start', { text })).runId);
    } catch {
      return 1;
    }
  }
  return 0;
}

/** Writes until nothing more fits. */
async function fill(): Promise<void> {
  const { bavail, bsize } = await statfs(path.dirname(ballast));
  await writeFile(ballast, Buffer.alloc(bavail * bsize)).catch(() => undefined);
}
