import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning } from './npm-process.mjs';

const ours = /^countersign-test-run-(\d+)-/;

/**
 * The one temporary folder of a test run: `tmpdir()` of this process and of those it starts. Removes those of runs that were killed.
 * The answer takes the folder away. Vitest and Playwright call it before the first test, Vitest once more for each of its projects.
 */
export default function useTestFolder() {
  const before = process.env.TMPDIR;
  const place = tmpdir();
  if (ours.exec(path.basename(place))?.[1] === String(process.pid)) return () => {};
  sweepTestFolders(place);
  const folder = mkdtempSync(path.join(place, `countersign-test-run-${process.pid}-`));
  // For everyone, as the system's own: some tests start commands as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A folder has the id of its process in its name. */
function sweepTestFolders(place) {
  for (const name of readdirSync(place)) {
    const pid = ours.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(path.join(place, name), { recursive: true, force: true });
  }
}
