import { execFile, execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onlyOnLinux } from '../shared/testing/only-on-linux';
import { startOnce } from './testing/start-once';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'countersign-odd-disks-'));
  dataDir = path.join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true }));

const places = () => ({ DATA_DIR: dataDir, WORKSPACE_DIR: path.join(folder, 'files') });

const refusal = (variable: string, place: string, reason: string, advice = 'Set') =>
  `The folder ${place} cannot be used: ${reason}. ${advice} ${variable} to a folder that this user may write to.`;

describe('a start says which folder, what is wrong and what to do', () => {
  it('with links that lead in a circle', async () => {
    await symlink(dataDir, dataDir);
    expect(await startOnce(places())).toBe(refusal('DATA_DIR', dataDir, 'its links lead in a circle'));
  });

  it('with a name that is too long', async () => {
    const place = path.join(folder, 'x'.repeat(300));
    const reason = 'a name in the path is too long';
    expect(await startOnce({ ...places(), WORKSPACE_DIR: place })).toBe(
      refusal('WORKSPACE_DIR', place, reason),
    );
  });

  it('with a folder in the place of the copy that is migrated', async () => {
    const inTheWay = path.join(dataDir, 'countersign.db.migrating');
    await mkdir(inTheWay, { recursive: true });
    const reason = `a file that belongs in it is a folder, ${inTheWay}`;
    expect(await startOnce(places())).toBe(
      refusal('DATA_DIR', dataDir, reason, 'Move that folder away, or set'),
    );
  });
});

/** What a start says in these surroundings: a command that runs another one. */
function startIn(
  [command = '', ...words]: string[],
  variables: Record<string, string> = {},
): Promise<string> {
  const start = [process.execPath, '--import', 'tsx', 'lib/server/testing/start-once.ts'];
  const env = { ...process.env, ...places(), ...variables };
  return new Promise((resolve) =>
    execFile(command, [...words, ...start], { env }, (_error, out, err) => resolve(out + err)),
  );
}

onlyOnLinux('starts on a full and a read-only disk', () => {
  describe.runIf(canMount())('a start says it, too, on a disk', () => {
    beforeEach(() => mkdir(dataDir));
    const freeSome = 'Free some space on that disk, or set';
    const fill = (bytes: number) => `head -c ${bytes} /dev/zero > "$0/ballast"`;

    it('that is full before anything is in it', async () => {
      const said = await startIn(withDisk(dataDir, 'size=64k', fill(65_536)));
      expect(said).toBe(refusal('DATA_DIR', dataDir, 'the disk is full', freeSome));
    });

    it('that is full when the database is made', async () => {
      expect(await startIn(withDisk(dataDir, 'size=64k', fill(65_536 - 8_192)))).toBe(
        `The database cannot be written: the disk is full. It is in the folder ${dataDir}. Free some space on that disk.`,
      );
    });

    it('that is full when the workspace is made', async () => {
      const disk = path.join(folder, 'disk');
      await mkdir(disk);
      const place = path.join(disk, 'files');
      const said = await startIn(withDisk(disk, 'size=64k', fill(65_536)), { WORKSPACE_DIR: place });
      expect(said).toBe(refusal('WORKSPACE_DIR', place, 'the disk is full', freeSome));
    });

    it('that has become read-only', async () => {
      expect(await startOnce(places())).toBe('started');
      const said = await startIn(
        withMount(dataDir, 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"'),
      );
      expect(said).toBe(refusal('DATA_DIR', dataDir, 'the disk is read-only'));
    });
  });
});

/** A command for which `mount` has mounted something at `place` ("$0"). Nobody else sees that, and it needs no administrator. */
function withMount(place: string, mount: string): string[] {
  return ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', `${mount} && exec "$@"`, place];
}

/** A command with a disk of its own at `place`, after `prepare`. */
function withDisk(place: string, options: string, prepare: string): string[] {
  return withMount(place, `mount -t tmpfs -o ${options} tmpfs "$0" && ${prepare}`);
}

function canMount(): boolean {
  try {
    const [command = '', ...words] = withDisk(tmpdir(), 'size=64k', 'true');
    execFileSync(command, [...words, 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('Not tested: starts on a full and a read-only disk. This user may not mount one.\n');
    return false;
  }
}
