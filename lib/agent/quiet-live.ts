import { noWork } from '../domain/run-event';
import type { DriverPorts } from './driver-ports';

/** The live updates that the driver uses. */
export type DriverLive = DriverPorts['live'];

/** Viewers read again what they missed, so live updates never fail a run. Reports the first failure. */
export function quietLive(live: DriverLive, report: DriverPorts['reportBug']): DriverLive {
  let isReported = false;
  const attempt = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!isReported) report(error);
      isReported = true;
    }
  };
  return {
    publishVersion: (run) => attempt(() => live.publishVersion(run)),
    startWork: (run) => attempt(() => live.startWork(run)),
    endWork: (runId) => attempt(() => live.endWork(runId)),
    workSoFar(run) {
      let work = noWork;
      attempt(() => {
        work = live.workSoFar(run);
      });
      return work;
    },
    publishText: (runId, text) => attempt(() => live.publishText(runId, text)),
    withdrawText: (runId) => attempt(() => live.withdrawText(runId)),
    restartText: (runId) => attempt(() => live.restartText(runId)),
  };
}
