import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultSearchPath } from '../lib/tools/process/command-environment';
import { executeCommand } from '../lib/tools/process/execute-command';

/**
 * Measures how soon nothing of a stopped command is left: `npx tsx bench/stops.ts [rounds]` (Linux). One
 * command ends on request, one ignores the request, and one has a daemon in its own session. The benchmark
 * ends with 1 when a process is left.
 */
const rounds = Number(process.argv[2] ?? 100);
const commands = {
  'ends when asked': 'echo $$ >> pids; sleep 300 & echo $! >> pids; wait',
  'ignores it': "trap '' TERM; echo $$ >> pids; sh -c 'echo $$ >> pids; sleep 300'; sleep 300",
  'a daemon that ignores it': `echo $$ >> pids; setsid sh -c "trap '' TERM; echo \\$\\$ >> pids; sleep 300; true" & sleep 300`,
};

for (const [name, command] of Object.entries(commands)) {
  const timesMs: number[] = [];
  let left = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { tookMs, remaining } = await stop(command);
    timesMs.push(tookMs);
    left += remaining;
  }
  timesMs.sort((a, b) => a - b);
  const at = (share: number) => `${Math.round(timesMs[Math.ceil(timesMs.length * share) - 1] ?? 0)} ms`;
  console.log(`| ${name} | ${rounds} | ${left} | ${at(0.5)} | ${at(0.99)} | ${at(1)} |`);
  if (left > 0) process.exitCode = 1;
}
console.log(`Load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}`);

async function stop(command: string): Promise<{ tookMs: number; remaining: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-stops-'));
  const controller = new AbortController();
  const request = { command, folder, timeoutMs: 60_000 };
  const running = executeCommand(request, { searchPath: defaultSearchPath }, controller.signal);
  const pids = await readPids(path.join(folder, 'pids'));
  const from = performance.now();
  controller.abort();
  await running;
  const tookMs = performance.now() - from;
  const states = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => 'gone) Z ')),
  );
  await rm(folder, { recursive: true });
  return { tookMs, remaining: states.filter((state) => !/\) [ZX] /.test(state)).length };
}

/** Reads the two process ids that each command writes. */
async function readPids(file: string): Promise<number[]> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => '');
    const pids = text.split('\n').filter(Boolean).map(Number);
    if (pids.length === 2) return pids;
    await sleep(5);
  }
}
