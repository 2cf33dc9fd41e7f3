import { noWork } from '../domain/run-event';
import type { RunId } from '../shared/ids';
import type { LiveUpdate, LiveUpdates, Wait } from './live-updates.port';

/** `textBefore` arrived before the reply was requested again. */
type Work = {
  version: number;
  startedAt: number;
  text: string;
  textBefore: string;
  readArrived: () => string | null;
  wait: Wait | null;
};

/** Creates live updates within one process. The monotonic clock measures time. */
export function createLiveUpdates(): LiveUpdates & { close(): void } {
  const listeners = new Map<RunId, Set<(update: LiveUpdate) => void>>();
  const inFlight = new Map<RunId, Work>();
  const turns = new Map<RunId, Wait>();
  const send = (runId: RunId, update: LiveUpdate) => {
    for (const listener of [...(listeners.get(runId) ?? [])]) listener(update);
  };
  const sendToAll = (update: LiveUpdate) => {
    for (const runId of [...listeners.keys()]) send(runId, update);
  };
  let outage: string | null = null;
  const clearText = (runId: RunId, work: Work | undefined, textBefore: string) => {
    if (!work || work.text === '') return;
    work.textBefore = textBefore;
    work.text = '';
    send(runId, { type: 'text_reset' });
  };
  const setWait = (runId: RunId, work: Work | undefined, message: string | null) => {
    if (!work || (work.wait?.message ?? null) === message) return;
    work.wait = message === null ? null : { ...beginWait(message), isWork: true };
    send(runId, { type: 'waiting', wait: work.wait });
  };
  return {
    publishVersion({ id, version }) {
      const work = inFlight.get(id);
      if (work && work.version < version) inFlight.delete(id);
      send(id, { type: 'version', version });
    },
    startWork({ id, version }) {
      const startedAt = performance.now();
      inFlight.set(id, { version, startedAt, text: '', textBefore: '', readArrived: nothing, wait: null });
    },
    endWork(runId) {
      const work = inFlight.get(runId);
      inFlight.delete(runId);
      clearText(runId, work, '');
      setWait(runId, work, null);
    },
    workSoFar({ id, version }) {
      const work = inFlight.get(id);
      if (work?.version !== version) return noWork;
      return {
        activeMs: performance.now() - work.startedAt,
        partialText: arrivedOf(work) || work.textBefore,
      };
    },
    publishText(runId, text) {
      const work = inFlight.get(runId);
      if (!work) return;
      setWait(runId, work, null);
      work.text += text;
      send(runId, { type: 'text', text });
    },
    publishWait: (runId, message) => setWait(runId, inFlight.get(runId), message),
    publishTurn(runId, turn) {
      const begun = turns.get(runId) ?? (turn && beginWait(turn.message));
      const wait = turn && begun && { ...begun, ...turn, isWork: false };
      if (wait) turns.set(runId, wait);
      else if (!turns.delete(runId)) return;
      send(runId, { type: 'waiting', wait });
    },
    waitSoFar: (runId) => inFlight.get(runId)?.wait ?? turns.get(runId) ?? null,
    keepArrived(runId, readArrived) {
      const work = inFlight.get(runId);
      if (work) work.readArrived = readArrived;
    },
    withdrawText: (runId) => clearText(runId, inFlight.get(runId), ''),
    restartText(runId) {
      const work = inFlight.get(runId);
      if (!work) return;
      const arrived = arrivedOf(work) || work.textBefore;
      clearText(runId, work, '');
      work.textBefore = arrived;
    },
    textSoFar({ id, version }) {
      const work = inFlight.get(id);
      return work?.version === version ? work.text : '';
    },
    publishOutage(problem) {
      outage = problem;
      sendToAll({ type: 'outage', problem });
    },
    outage: () => outage,
    subscribe(runId, listener) {
      const ofRun = listeners.get(runId) ?? new Set();
      listeners.set(runId, ofRun.add(listener));
      return () => {
        ofRun.delete(listener);
        if (ofRun.size === 0 && listeners.get(runId) === ofRun) listeners.delete(runId);
      };
    },
    close: () => sendToAll({ type: 'closing' }),
  };
}

const nothing = () => null;
const arrivedOf = (work: Work): string => work.readArrived() ?? work.text;
const beginWait = (message: string) => ({ message, since: new Date().toISOString() });
