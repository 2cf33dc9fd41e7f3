import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A reaper starts a command and stays its ancestor. On Linux, a daemon whose parent ends becomes the child of
 * the nearest "subreaper", not of the system's first process. So the server finds everything that a command
 * starts, whatever its group, session or environment.
 */
export type Reaper = {
  program: string;
  /**
   * Returns the arguments with which the reaper starts a program. The reaper writes the program's wait status
   * to descriptor 3 when the program ends, and exits when nothing of it is left.
   */
  wrap(program: string, args: readonly string[]): string[];
};

/** Node has no `prctl`, but Perl has `syscall`, and Debian and its relatives always have Perl. */
const program = '/usr/bin/perl';

/** `prctl` has these numbers in the kernel's `unistd.h`, by `process.arch`. */
const prctlNumbers: Partial<Record<NodeJS.Architecture, number>> = { x64: 157, arm64: 167 };

/**
 * 36 is PR_SET_CHILD_SUBREAPER. Handlers, unlike ignored signals, end with `exec`, so the command has the
 * usual ones.
 */
const script = `
  my $prctl = shift;
  syscall($prctl, 36, 1, 0, 0, 0) == 0 or exit 120;
  delete $ENV{PERL_BADLANG};
  $SIG{$_} = sub {} for qw(TERM INT HUP QUIT PIPE ALRM USR1 USR2);
  open(my $report, '>&=', 3) or exit 121;
  my $child = fork;
  defined $child or exit 122;
  if ($child == 0) { setpgrp(0, 0); exec { $ARGV[0] } @ARGV; exit 127 }
  close STDOUT; close STDERR;
  for (;;) {
    my $ended = waitpid(-1, 0);
    if ($ended == $child) { syswrite $report, $?; close $report }
    elsif ($ended == -1 && $! != 4) { exit 0 }
  }
`;

/** A probe takes about 10 ms. The first command waits for it. */
const probeLimitMs = 5_000;

let found: Promise<Reaper | null> | null = null;

/**
 * Probes the reaper once per process. Returns null when this machine has none, or when it hangs: a daemon
 * with an environment of its own can then outlive its command.
 */
export function findReaper(): Promise<Reaper | null> {
  found ??= probeReaper();
  return found;
}

async function probeReaper(): Promise<Reaper | null> {
  const prctl = process.platform === 'linux' ? prctlNumbers[process.arch] : undefined;
  if (prctl === undefined) return null;
  const reaper: Reaper = {
    program,
    wrap: (wrapped, args) => ['-e', script, '--', String(prctl), wrapped, ...args],
  };
  return (await isWorking(reaper, probeLimitMs)) ? reaper : null;
}

/**
 * Returns false, too, when the reaper does not answer in time: it is then killed, and nobody waits for what
 * it leaves.
 */
export async function isWorking({ program, wrap }: Reaper, limitMs: number): Promise<boolean> {
  const child = spawn(program, wrap('/bin/sh', ['-c', 'exit 7']), {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    // Next's types ask for NODE_ENV in every environment.
    env: { PERL_BADLANG: '0' } as Record<string, string> as NodeJS.ProcessEnv,
  });
  const report = child.stdio[3] as Readable;
  const answer = Promise.all([text(report), once(child, 'exit')]).then(
    ([status]) => status,
    () => null,
  );
  const timer = new AbortController();
  const tooLate = sleep(limitMs, null, { signal: timer.signal }).catch(() => null);
  const status = await Promise.race([answer, tooLate]);
  timer.abort();
  child.kill('SIGKILL');
  child.unref();
  report.destroy();
  return status === String(7 << 8);
}
