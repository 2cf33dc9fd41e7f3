import { lstat } from 'node:fs/promises';
import { systemErrorCode, ToolFailure } from '../tool-failure';
import type { Entry } from './at-entry';
import { readEntry, type Target } from './target';

export function targetChanged(shown: string): ToolFailure {
  return new ToolFailure('target_changed', `${shown} changed after this was requested, so nothing was done.`);
}

/**
 * Looks at the entry one last time before a change, and throws `target_changed` unless it is as it was when
 * `seen` was read. Call this when all else is ready, and let nothing wait between it and the change: it
 * cannot notice what another program saves afterwards.
 */
export async function requireUnchanged(entry: Entry, seen: Target): Promise<void> {
  const { folder, name, shown } = entry;
  const before = await readStamp(folder.entry(name));
  const now = await readEntry(entry);
  if (!isSameState(now, seen)) throw targetChanged(shown);
  await folder.verify();
  // Reading takes a while, and the part that was read first may have changed since.
  if ((await readStamp(folder.entry(name))) !== before) throw targetChanged(shown);
}

function isSameState(now: Target, seen: Target): boolean {
  if (now.fingerprint !== seen.fingerprint) return false;
  if (now.kind !== 'file' || seen.kind !== 'file') return true;
  return now.mode === seen.mode && now.linkCount === seen.linkCount;
}

/** Identifies the file that has this name. Returns null when none has it. */
export async function findIdentity(path: string): Promise<string | null> {
  const stats = await lstatExact(path);
  return stats === null ? null : `${stats.dev}:${stats.ino}`;
}

/**
 * Returns a stamp that differs after each change of an entry, even one that sets its modification time back.
 */
async function readStamp(path: string): Promise<string> {
  const stats = await lstatExact(path);
  if (stats === null) return 'absent';
  return [stats.dev, stats.ino, stats.size, stats.mtimeNs, stats.ctimeNs].join(' ');
}

async function lstatExact(path: string) {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
