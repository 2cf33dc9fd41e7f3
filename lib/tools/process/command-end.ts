import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { text } from 'node:stream/consumers';

/** How a shell ended: it exited, or a signal ended it. */
export type CommandEnd = { exitCode: number | null; signal: string | null };

/** Of a shell that is a child of this process. */
export async function readExit(child: ChildProcess): Promise<CommandEnd> {
  await once(child, 'exit');
  return { exitCode: child.exitCode, signal: child.signalCode };
}

/** Of a shell below a reaper (`reaper.ts`), which reports its wait status. Without a report, the reaper itself was
 * killed, and this is how it ended: `killTree` says then that processes may be left. */
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
