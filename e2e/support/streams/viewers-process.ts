import { openViewer, type Viewer } from './viewer';

/**
 * This process runs many viewers, so that their processor time and memory are not the server's or the test's.
 */

export type Crowd = {
  baseURL: string;
  headers: { authorization: string };
  runIds: string[];
  /** The viewers spread over the runs, one after the other. */
  count: number;
  /** Each connection ends after a random time up to this. Null cuts none. */
  cutWithinMs: number | null;
  answer: string | null;
};

export type Report = {
  /** Each viewer has its run here, and the first and last version that it saw. */
  seen: { runId: string; first: number | null; last: number | null }[];
  faults: string[];
  connections: number;
  delaysMs: number[];
};

const viewers: { runId: string; viewer: Viewer }[] = [];
let isCutting = true;

function open({ baseURL, headers, runIds, count, cutWithinMs, answer }: Crowd): void {
  const cutAfterMs = () => (cutWithinMs === null || !isCutting ? null : Math.random() * cutWithinMs);
  for (let index = 0; index < count; index += 1) {
    const runId = runIds[index % runIds.length] ?? '';
    viewers.push({ runId, viewer: openViewer({ baseURL, headers, runId, cutAfterMs, answer }) });
  }
}

function report(): Report {
  return {
    seen: viewers.map(({ runId, viewer }) => ({ runId, ...viewer.seen() })),
    faults: viewers.flatMap(({ runId, viewer }) => viewer.faults.map((fault) => `${runId}: ${fault}`)),
    connections: viewers.reduce((sum, { viewer }) => sum + viewer.connections(), 0),
    delaysMs: viewers.flatMap(({ viewer }) => viewer.delaysMs),
  };
}

process.on('message', (message: { type: 'open'; crowd: Crowd } | { type: 'stopCutting' | 'report' }) => {
  if (message.type === 'open') open(message.crowd);
  if (message.type === 'stopCutting') isCutting = false;
  if (message.type === 'report') process.send?.(report());
});
process.on('disconnect', () => process.exit(0));
