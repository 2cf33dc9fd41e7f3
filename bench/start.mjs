import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Measures time and memory of a start (Linux only): `node bench/start.mjs [--rounds=5] [CHECKOUT …]`. It runs
 * `npm start` in each built checkout by turns (default: this one), each time on an empty data folder, and
 * prints the medians. A second checkout makes a comparison on the same machine in the same minutes. Bars:
 * ready in 2 s, the server at most 250 MB after one page.
 */
const flags = process.argv.slice(2);
const rounds = Number(flags.find((flag) => flag.startsWith('--rounds='))?.split('=')[1] ?? 5);
const named = flags.filter((flag) => !flag.startsWith('--'));
const checkouts = (named.length > 0 ? named : ['.']).map((folder) => path.resolve(folder));
const clockTicksPerSecond = 100;

const measured = new Map(checkouts.map((checkout) => [checkout, []]));
for (let round = 0; round < rounds; round += 1)
  for (const checkout of checkouts) measured.get(checkout).push(await measureStart(checkout));

const columns = {
  readyMs: 'npm start → address',
  serverMs: 'server process → address',
  processorMs: 'processor time of the server',
  againMs: 'again, on its data',
  readyMb: 'server at the address',
  pageMb: 'server after one page',
  allMb: 'with npm and the start script',
};
console.log(`medians of ${rounds} starts`);
for (const [name, title] of Object.entries(columns)) {
  const values = checkouts.map((checkout) => median(measured.get(checkout).map((start) => start[name])));
  const unit = name.endsWith('Ms') ? 'ms' : 'MB';
  console.log(
    `${title.padEnd(30)} ${values.map((value) => `${value.toFixed(0)} ${unit}`.padStart(12)).join('')}`,
  );
}

/** Measures one start on an empty data folder with one page, and a second start on the same data. */
async function measureStart(checkout) {
  const data = mkdtempSync(path.join(tmpdir(), 'countersign-start-'));
  try {
    const first = await start(checkout, data);
    const readyMb = residentMb(first.server);
    for (const where of ['/', '/api/workflows'])
      await (await fetch(`${first.address}${where}`)).arrayBuffer();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const pageMb = residentMb(first.server);
    const allMb = first.processes.reduce((sum, pid) => sum + residentMb(pid), 0);
    await first.end();
    const again = await start(checkout, data);
    await again.end();
    return {
      readyMs: first.readyMs,
      serverMs: first.serverMs,
      processorMs: first.processorMs,
      againMs: again.readyMs,
      readyMb,
      pageMb,
      allMb,
    };
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function start(checkout, data) {
  const since = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: data,
      WORKSPACE_DIR: path.join(data, 'workspace'),
      LOG_FORMAT: '',
    },
  });
  const address = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const found = /Open this address: (\S+)/.exec(output);
      if (found) resolve(found[1]);
    });
    child.on('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
  });
  const readyMs = performance.now() - since;
  const processes = listTree(child.pid);
  const server = processes.find((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/main'),
  );
  return {
    address,
    readyMs,
    serverMs: ageMs(server),
    processorMs: processorMs(server),
    server,
    processes,
    end: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        child.on('exit', resolve);
        process.kill(server, 'SIGTERM');
      }),
  };
}

/** Lists a process and its descendants. */
function listTree(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...children.flatMap(listTree)];
}

function processorMs(pid) {
  const [user, system] = readFacts(pid).slice(11, 13).map(Number);
  return ((user + system) / clockTicksPerSecond) * 1000;
}

/** Returns the facts in `/proc/PID/stat` after the name, which may have spaces. */
function readFacts(pid) {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
}

/** Returns how long a process has existed. Linux knows its start to 10 ms. */
function ageMs(pid) {
  const startedSeconds = Number(readFacts(pid)[19]) / clockTicksPerSecond;
  return (Number(readFileSync('/proc/uptime', 'utf8').split(' ')[0]) - startedSeconds) * 1000;
}

function residentMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

function median(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];
}
