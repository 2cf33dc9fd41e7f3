import { fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Crowd, Report } from './viewers-process';

export type Viewers = {
  report(): Promise<Report>;
  /** Polls until the viewers meet the condition. Throws after two minutes, and says what is still missing. */
  until(isMet: (report: Report) => boolean, wanted: string): Promise<Report>;
  /** Leaves all later connections open. */
  stopCutting(): void;
  close(): Promise<void>;
};

const mostWaitMs = 120_000;

/** Opens viewers in a process of their own. */
export function openViewers(crowd: Crowd): Viewers {
  const child = fork(path.join(import.meta.dirname, 'viewers-process.ts'), {
    execArgv: ['--import', 'tsx'],
  });
  child.send({ type: 'open', crowd });
  const report = () =>
    new Promise<Report>((resolve) => {
      child.once('message', (message) => resolve(message as Report));
      child.send({ type: 'report' });
    });
  return {
    report,
    async until(isMet, wanted) {
      for (const since = Date.now(); Date.now() - since < mostWaitMs; await sleep(100)) {
        const now = await report();
        if (isMet(now)) return now;
      }
      throw new Error(`The viewers did not come to this: ${wanted}`);
    },
    stopCutting: () => void child.send({ type: 'stopCutting' }),
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.disconnect();
      }),
  };
}
