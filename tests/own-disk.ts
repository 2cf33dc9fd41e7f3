import { execFileSync, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { onlyOnLinux } from '../lib/shared/testing/only-on-linux';

/**
 * Returns the start of a command for which `mount` has mounted something at `place` ("$0"). Nobody else sees
 * the mount, and it needs no administrator.
 */
export function onMount(place: string, mount: string): string[] {
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', `${mount} && exec "$@"`, place];
}

/**
 * Returns the start of a command with its own disk at `place`, on which only `freeBytes` of 64 KB are free.
 */
export function onDisk(place: string, freeBytes: number): string[] {
  const fill = `head -c ${65_536 - freeBytes} /dev/zero > "$0/ballast"`;
  return onMount(place, `mount -t tmpfs -o size=64k tmpfs "$0" && ${fill}`);
}

/**
 * Defines tests that mount disks. Where no disk can be mounted, the run's output names what was not tested.
 */
export function withOwnDisks(what: string, define: () => void): void {
  onlyOnLinux(what, () => {
    if (canMount()) define();
    else process.stderr.write(`Not tested: ${what}. This user may not mount a disk, even in a namespace.\n`);
  });
}

function canMount(): boolean {
  const [command = '', ...words] = onDisk(tmpdir(), 0);
  try {
    execFileSync(command, [...words, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Defines tests that follow or stop system calls. Without strace, the run's output names what was not tested. */
export function withStrace(what: string, define: () => void): void {
  onlyOnLinux(what, () => {
    if (spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0) define();
    else process.stderr.write(`Not tested: ${what}. strace is missing, or may not follow a process.\n`);
  });
}
