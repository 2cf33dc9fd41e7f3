import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onlyOnLinux } from '../../shared/testing/only-on-linux';
import { defaultSearchPath } from './command-environment';
import { createHome } from './command-home';
import { createMark } from './command-processes';
import { executeCommand } from './execute-command';
import { endLeftoverCommands } from './kill-tree';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-process-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (command: string, timeoutMs = 20_000, signal = new AbortController().signal) =>
  executeCommand({ command, folder, timeoutMs }, { searchPath: defaultSearchPath }, signal);

/** Returns the numbers that a command wrote, one per line, once it has written this many. */
async function readPids(count: number): Promise<number[]> {
  for (;;) {
    const text = await readFile(path.join(folder, 'pids'), 'utf8').catch(() => '');
    const pids = text.trim().split(/\s+/).filter(Boolean).map(Number);
    if (pids.length >= count) return pids;
    await sleep(10);
  }
}

async function isRunning(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return status !== '' && !/\) [ZX] /.test(status);
}

async function countRunning(pids: readonly number[]): Promise<number> {
  return (await Promise.all(pids.map(isRunning))).filter(Boolean).length;
}

/** Each process starts the next one in a group of its own, and ends. All hold the lock of a file. */
const hopper = (pauseSeconds: string) => `
  $SIG{TERM} = 'IGNORE';
  my $end = time + 15;
  open LOCK, '>lock'; flock LOCK, 2;
  open F, '>pids'; print F "$$\n"; close F;
  while (time < $end) {
    my $next = fork;
    if ($next) { exit 0 }
    setpgrp(0, 0);
    select(undef, undef, undef, ${pauseSeconds});
  }
`;

/** Starts a command, waits until it has written its process numbers, and stops it. */
async function stopAfter(count: number, command: string) {
  const controller = new AbortController();
  const running = run(command, 20_000, controller.signal);
  const pids = await readPids(count);
  expect(await countRunning(pids)).toBe(count);
  controller.abort();
  const result = await running;
  return { result, left: await countRunning(pids) };
}

/** Runs a command in a process without the rights of root, because root can open every folder. */
async function runAsOrdinaryUser(command: string) {
  const script = path.join(folder, 'run.mjs');
  await build({
    stdin: {
      contents: `
        import { existsSync } from 'node:fs';
        import { executeCommand } from './execute-command';
        const request = { command: ${JSON.stringify(command)}, folder: '/', timeoutMs: 20_000 };
        const settings = { searchPath: ${JSON.stringify(defaultSearchPath)} };
        const result = await executeCommand(request, settings, new AbortController().signal);
        console.log(JSON.stringify({ result, isHomeThere: existsSync(result.stdout.text.trim()) }));`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  await chmod(folder, 0o755);
  const isRoot = process.getuid?.() === 0;
  return spawnSync(process.execPath, [script], {
    encoding: 'utf8',
    cwd: '/',
    ...(isRoot && { uid: 65_534, gid: 65_534 }),
  });
}

describe('a command', () => {
  it('that is stopped before it has started does not start', async () => {
    const controller = new AbortController();
    const stopped = run('touch started', 20_000, controller.signal);
    controller.abort();
    expect(await stopped).toMatchObject({ endedBy: 'abort', stdout: { text: '' } });
    await expect(readFile(path.join(folder, 'started'))).rejects.toThrow('ENOENT');
  });

  it('sees a short list of variables and nothing of the server', async () => {
    const { stdout } = await run('env');
    const names = stdout.text.split('\n').map((line) => line.split('=')[0]);
    const allowed = [
      'PATH',
      'HOME',
      'TMPDIR',
      'LANG',
      'TERM',
      'NO_COLOR',
      'COUNTERSIGN_COMMAND',
      'PWD',
      'OLDPWD',
      'SHLVL',
      '_',
      '',
    ];
    expect(names.filter((name) => !allowed.includes(name ?? ''))).toEqual([]);
    expect(stdout.text).toContain('TERM=dumb');
  });

  it('has its own home folder, which is removed afterwards', async () => {
    const { stdout } = await run('echo x > $HOME/file; echo $HOME');
    await expect(readFile(path.join(stdout.text.trim(), 'file'))).rejects.toThrow('ENOENT');
  });

  it('keeps its result when it leaves closed folders in its home, and they are removed', async () => {
    const { status, stdout, stderr } = await runAsOrdinaryUser(
      'mkdir -p $HOME/go/mod && touch $HOME/go/mod/f && ln -s / $HOME/go/root && chmod 555 $HOME/go/mod && chmod 0 $HOME/go; echo $HOME; exit 3',
    );
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const { result, isHomeThere } = JSON.parse(stdout);
    expect(result).toMatchObject({ endedBy: 'exit', exitCode: 3 });
    expect(result.stdout.text).toContain('countersign-command-');
    expect(isHomeThere).toBe(false);
  });

  it('has no input', async () => {
    expect(await run('cat; echo done')).toMatchObject({
      endedBy: 'exit',
      exitCode: 0,
      stdout: { text: 'done\n' },
    });
  });

  it('finds the Node that runs the server', async () => {
    expect((await run('node -p process.version')).stdout.text.trim()).toBe(process.version);
  });
});

onlyOnLinux('nothing outlives its call', () =>
  describe('nothing outlives its call', () => {
    it('a background process ends when the shell ends', async () => {
      const result = await run('sleep 300 & echo $! >> pids; (sleep 300 & echo $! >> pids); echo done');
      expect(result).toMatchObject({ endedBy: 'exit', exitCode: 0, stdout: { text: 'done\n' } });
      expect(await countRunning(await readPids(2))).toBe(0);
    });

    it('stopping ends children and grandchildren', async () => {
      const { result, left } = await stopAfter(
        3,
        `echo $$ >> pids; sh -c 'echo $$ >> pids; sh -c "echo \\$\\$ >> pids; sleep 300; true"; true'`,
      );
      expect(result).toMatchObject({ endedBy: 'abort', exitCode: null });
      expect(left).toBe(0);
    });

    it('a process that ignores SIGTERM is killed', async () => {
      const stubborn = `trap '' TERM; echo $$ >> pids; while :; do sleep 300 & wait; done`;
      expect(await stopAfter(1, stubborn)).toMatchObject({
        result: { endedBy: 'abort', signal: 'SIGKILL' },
        left: 0,
      });
    });

    it('a process that left its group and session is found, also a daemon', async () => {
      const command = `setsid sh -c 'echo $$ >> pids; sleep 300; true' & (setsid sh -c 'echo $$ >> pids; exec sleep 300' &) ; sleep 300`;
      expect((await stopAfter(2, command)).left).toBe(0);
    });

    it('a daemon ends too, even if the shell ended long before', async () => {
      expect(
        (
          await run(
            `(setsid sh -c 'echo $$ >> pids; exec sleep 300' &); until test -s pids; do sleep 0.01; done`,
          )
        ).endedBy,
      ).toBe('exit');
      expect(await countRunning(await readPids(1))).toBe(0);
    });

    it('a daemon with an environment of its own ends with its command', async () => {
      const { exitCode } = await run(
        `(env -i setsid sh -c 'echo $$ >> pids; exec sleep 300' &); until test -s pids; do sleep 0.01; done; exit 3`,
      );
      expect(exitCode).toBe(3);
      expect(await countRunning(await readPids(1))).toBe(0);
    });

    it.each([
      [
        'that starts others',
        `echo $$ >> pids; (env -i setsid sh -c "echo \\$\\$ >> pids; exec sleep 300" &) ; sleep 300`,
        2,
      ],
      ['that ignores SIGTERM', `trap "" TERM; echo $$ >> pids; while :; do sleep 1; done`, 1],
    ])('Stop ends a daemon with an environment of its own, also one %s', async (_name, script, count) => {
      const { left, result } = await stopAfter(count, `(env -i setsid sh -c '${script}' &); sleep 300; true`);
      expect(result.endedBy).toBe('abort');
      expect(left).toBe(0);
    });

    it('a command that kills its own group or its parent ends, with all that carries its mark', async () => {
      for (const suicide of ['kill -9 0', 'kill -9 $PPID; sleep 300']) {
        const { exitCode, signal } = await run(`sleep 300 & echo $! >> pids; ${suicide}`);
        expect([exitCode, signal]).toEqual([null, 'SIGKILL']);
      }
      expect(await countRunning(await readPids(2))).toBe(0);
    });

    it('a daemon that kills the reaper of its command is not passed over in silence', async () => {
      const daemon = `(env -i setsid sh -c 'kill -9 '$PPID'; echo $$ >> pids; exec sleep 300' &)`;
      const result = await run(
        `${daemon}; until test -s pids; do sleep 0.01; done; while test -d /proc/$PPID; do sleep 0.01; done`,
      );
      expect(result.isAllGone).toBe(false);
      for (const pid of await readPids(1)) process.kill(pid, 'SIGKILL');
      expect(await run('true')).toMatchObject({ exitCode: 0, isAllGone: true });
    });

    it.each(['0.001', '0'])(
      'a daemon that becomes a new process every %s s and ignores SIGTERM ends with its command',
      async (pause) => {
        await writeFile(path.join(folder, 'hop.pl'), hopper(pause));
        const controller = new AbortController();
        const running = run('perl hop.pl & sleep 300', 20_000, controller.signal);
        await readPids(1);
        controller.abort();
        expect(await running).toMatchObject({ endedBy: 'abort', isAllGone: true });
        const takeLock = "open LOCK, '>lock'; exit(flock(LOCK, 2 | 4) ? 0 : 1)";
        expect(spawnSync('perl', ['-e', takeLock], { cwd: folder }).status).toBe(0);
      },
    );

    it('a command that has its reaper stopped ends, and nothing is left', async () => {
      const controller = new AbortController();
      const running = run(`kill -STOP $PPID; echo $$ >> pids; sleep 300`, 20_000, controller.signal);
      const pids = await readPids(1);
      controller.abort();
      expect(await running).toMatchObject({ endedBy: 'abort', isAllGone: true });
      expect(await countRunning(pids)).toBe(0);
    });

    it('a signal that ends the shell is named, and the exit code is exact', async () => {
      expect(await run('kill -TERM $$')).toMatchObject({ exitCode: null, signal: 'SIGTERM' });
      expect(await run('exit 255')).toMatchObject({ exitCode: 255, signal: null });
    });

    it('does not have the descriptor of its reaper', async () => {
      expect((await run('[ -e /proc/$$/fd/3 ] || echo closed')).stdout.text).toBe('closed\n');
    });

    it('the time limit ends it', async () => {
      expect(await run('echo $$ >> pids; sleep 300', 300)).toMatchObject({
        endedBy: 'timeout',
        exitCode: null,
      });
      expect(await countRunning(await readPids(1))).toBe(0);
    });

    it('an already aborted signal ends it immediately', async () => {
      expect((await run('sleep 300', 20_000, AbortSignal.abort())).endedBy).toBe('abort');
    });

    it('the next start ends the commands that a dead server left running, also one of the same number, and nothing else', async () => {
      const dead = spawn('true');
      await new Promise((resolve) => dead.once('exit', resolve));
      const { name } = createMark();
      const start = (value: string) =>
        spawn('sleep', ['300'], {
          // Next's types ask for NODE_ENV in every environment.
          env: { [name]: value, PATH: defaultSearchPath } as Record<string, string> as NodeJS.ProcessEnv,
        });
      const leftover = start(`${dead.pid}.x`);
      const sameNumber = start(`${process.pid}.x`);
      const other = start(`${process.ppid}.x`);
      const own = start(createMark().value);
      const pids = [leftover, sameNumber, other, own].map(({ pid }) => pid ?? 0);
      while ((await countRunning(pids)) < 4) await sleep(10);
      // A server that starts beside this test may have ended the one of the dead server already.
      expect(await endLeftoverCommands()).toBeGreaterThanOrEqual(1);
      expect(await Promise.all(pids.map(isRunning))).toEqual([false, false, true, true]);
      other.kill();
      own.kill();
    });
  }),
);

describe.runIf(process.platform === 'linux')('the home of a command', () => {
  it('is removed at the next start when its server was killed, and no other one is', async () => {
    const dead = spawn('true');
    await once(dead, 'exit');
    const make = (server: string) => mkdtemp(path.join(tmpdir(), `countersign-command-${server}`));
    const left = [await make(`${dead.pid}-0a0b0c0d-`), await make(`${process.pid}-0a0b0c0d-`)];
    const kept = [await make(`${process.ppid}-0a0b0c0d-`), await make('of-somebody-')];
    const own = await createHome();
    await writeFile(path.join(left[0] ?? '', 'kept'), 'secret');
    await endLeftoverCommands();
    expect(left.map((home) => existsSync(home))).toEqual([false, false]);
    expect([...kept, own].map((home) => existsSync(home))).toEqual([true, true, true]);
    for (const home of [...kept, own]) await rm(home, { recursive: true });
  });
});

describe('output', () => {
  it('keeps the head and tail of a stream and counts the dropped bytes', async () => {
    const { stdout, endedBy } = await run('seq 1 400000');
    expect(endedBy).toBe('exit');
    expect(stdout.totalBytes).toBe(2_688_895);
    expect(stdout.text.startsWith('1\n2\n')).toBe(true);
    expect(stdout.text.endsWith('399999\n400000\n')).toBe(true);
    expect(stdout.text).toContain(`[… ${stdout.droppedBytes.toLocaleString('en-US')} bytes dropped here …]`);
    expect(stdout.text.length).toBeLessThan(1_000_100);
  });

  it('a command that prints without end is ended', async () => {
    const result = await run('yes');
    expect(result).toMatchObject({ endedBy: 'output_limit', exitCode: null });
    expect(result.stdout.text.length).toBeLessThan(1_000_100);
  });

  it('a folder that does not exist is an error', async () => {
    await writeFile(path.join(folder, 'x'), '');
    const missing = { command: 'true', folder: path.join(folder, 'missing'), timeoutMs: 1_000 };
    await expect(
      executeCommand(missing, { searchPath: defaultSearchPath }, new AbortController().signal),
    ).rejects.toThrow('ENOENT');
  });
});
