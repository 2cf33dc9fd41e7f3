import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning } from './npm-process.mjs';

const ours = /^countersign-test-run-(\d+)-/;

/**
 * Makes the one temporary folder of a test run: `tmpdir()` of this process and of its children. It removes
 * the folders of runs that were killed, and returns a function that removes its own. Vitest and Playwright
 * call it before the first test; Vitest calls it again for each of its projects.
 */
export default function useTestFolder() {
  const before = process.env.TMPDIR;
  const place = tmpdir();
  if (ours.exec(path.basename(place))?.[1] === String(process.pid)) return () => {};
  sweepTestFolders(place);
  const folder = mkdtempSync(path.join(place, `countersign-test-run-${process.pid}-`));
  // Like the system's own folder, it is open to everyone, because some tests start commands as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Removes the folders of processes that ended. A folder has the id of its process in its name. */
function sweepTestFolders(place) {
  for (const name of readdirSync(place)) {
    const pid = ours.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(path.join(place, name), { recursive: true, force: true });
  }
}
