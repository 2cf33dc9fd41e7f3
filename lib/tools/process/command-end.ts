import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { text } from 'node:stream/consumers';

/** A shell either exited, or a signal ended it. */
export type CommandEnd = { exitCode: number | null; signal: string | null };

/** Reads how a shell ended. The shell is a child of this process. */
export async function readExit(child: ChildProcess): Promise<CommandEnd> {
  await once(child, 'exit');
  return { exitCode: child.exitCode, signal: child.signalCode };
}

/**
 * Reads how a shell below a reaper (`reaper.ts`) ended: the reaper reports its wait status. Without a report,
 * the reaper itself was killed, and its own end is returned: `killTree` then says that processes may be left.
 */
export async function readReport(reaper: ChildProcess): Promise<CommandEnd> {
  const exited = readExit(reaper);
  const report = await text(reaper.stdio[3] as NodeJS.ReadableStream).catch(() => '');
  if (report === '') return exited;
  const status = Number(report);
  const number = status & 0x7f;
  if (number === 0) return { exitCode: status >> 8, signal: null };
  const [signal = String(number)] = Object.entries(constants.signals).find(([, it]) => it === number) ?? [];
  return { exitCode: null, signal };
}
