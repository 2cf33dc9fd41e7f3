import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedOutput, type KeptOutput } from './bounded-output';
import { type CommandEnd, readExit, readReport } from './command-end';
import { buildEnvironment } from './command-environment';
import { createHome, removeHome } from './command-home';
import { type CommandMark, createMark } from './command-processes';
import { killTree } from './kill-tree';
import { findReaper, type Reaper } from './reaper';

export type CommandSettings = { searchPath: string };

export type CommandRequest = {
  /** The system's shell runs this: `/bin/sh -c`, or `cmd /c` on Windows. */
  command: string;
  /** This folder must exist. */
  folder: string;
  timeoutMs: number;
  /** Checks one last time before the command starts. When it throws, nothing starts. */
  beforeStart?: () => Promise<void>;
};

export type CommandResult = CommandEnd & {
  /**
   * `output_limit` means that the command printed more than `maxTotalBytes`. Unless it exited, the command
   * was killed with everything it started.
   */
  endedBy: 'exit' | 'timeout' | 'abort' | 'output_limit';
  /** This is false when processes that the command started may be left. */
  isAllGone: boolean;
  stdout: KeptOutput;
  stderr: KeptOutput;
};

/** Each stream keeps at most this much. */
const maxStreamBytes = 1_000_000;
/** A command that prints more than this is out of control. */
const maxTotalBytes = 50_000_000;
const closePeriodMs = 1_000;

/**
 * Runs a command without input. Settles when the command and everything it started have ended, background
 * processes included, or when some processes may be left (`isAllGone`).
 * Rejects only when the command cannot start, or `beforeStart` throws.
 */
export async function executeCommand(
  { command, folder, timeoutMs, beforeStart }: CommandRequest,
  { searchPath }: CommandSettings,
  signal: AbortSignal,
): Promise<CommandResult> {
  const home = await createHome();
  const mark = createMark();
  try {
    const reaper = await findReaper();
    await beforeStart?.();
    if (signal.aborted) return neverStarted;
    const child = startShell(command, folder, buildEnvironment(searchPath, home, mark), reaper);
    await once(child, 'spawn');
    return await superviseUntilGone(child, mark, reaper !== null, timeoutMs, signal);
  } finally {
    await removeHome(home);
  }
}

const nothingPrinted: KeptOutput = { text: '', totalBytes: 0, droppedBytes: 0 };
const neverStarted: CommandResult = {
  endedBy: 'abort',
  exitCode: null,
  signal: null,
  isAllGone: true,
  stdout: nothingPrinted,
  stderr: nothingPrinted,
};

/** Only this function starts a command. A sandbox would wrap the program and its arguments here. */
function startShell(
  command: string,
  cwd: string,
  env: Record<string, string>,
  reaper: Reaper | null,
): ChildProcess {
  const isWindows = process.platform === 'win32';
  const [shell, args]: [string, string[]] = isWindows
    ? ['cmd.exe', ['/d', '/s', '/c', `"${command}"`]]
    : ['/bin/sh', ['-c', command]];
  return spawn(reaper?.program ?? shell, reaper?.wrap(shell, args) ?? args, {
    cwd,
    // Next adds NODE_ENV to the type of an environment; a command gets none.
    env: env as NodeJS.ProcessEnv,
    detached: !isWindows,
    windowsHide: true,
    windowsVerbatimArguments: isWindows,
    stdio: ['ignore', 'pipe', 'pipe', ...(reaper ? (['pipe'] as const) : [])],
  });
}

async function superviseUntilGone(
  child: ChildProcess,
  mark: CommandMark,
  hasReaper: boolean,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<CommandResult> {
  const ended = hasReaper ? readReport(child) : readExit(child);
  const stdout = new BoundedOutput(maxStreamBytes);
  const stderr = new BoundedOutput(maxStreamBytes);
  const closed = once(child, 'close');
  const endedBy = await new Promise<CommandResult['endedBy']>((resolve) => {
    const timer = setTimeout(() => resolve('timeout'), timeoutMs);
    const onAbort = () => resolve('abort');
    const collect = (output: BoundedOutput) => (chunk: Buffer) => {
      output.push(chunk);
      if (stdout.totalBytes + stderr.totalBytes > maxTotalBytes) resolve('output_limit');
    };
    child.stdout?.on('data', collect(stdout));
    child.stderr?.on('data', collect(stderr));
    void ended.then(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve('exit');
    });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
  // A command that is out of control waits as soon as its pipe is full, so its output is no longer read.
  if (endedBy === 'output_limit') for (const stream of [child.stdout, child.stderr]) stream?.pause();
  const isAllGone = await killTree(child, mark, hasReaper);
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  await Promise.race([closed, sleep(closePeriodMs, undefined, { ref: false })]);
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  return { endedBy, ...(await ended), isAllGone, stdout: stdout.finish(), stderr: stderr.finish() };
}
