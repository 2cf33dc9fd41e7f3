import type { RunId } from '../shared/ids';
import type { LiveUpdate, LiveUpdates } from './live-updates.port';

/** Live updates within one process. */
export function createLiveUpdates(): LiveUpdates & { close(): void } {
  const listeners = new Map<RunId, Set<(update: LiveUpdate) => void>>();
  const texts = new Map<RunId, string>();
  const send = (runId: RunId, update: LiveUpdate) => {
    for (const listener of [...(listeners.get(runId) ?? [])]) listener(update);
  };
  return {
    publishEvents(run, recorded) {
      texts.delete(run.id);
      send(run.id, { type: 'events', run, recorded });
    },
    publishText(runId, text) {
      texts.set(runId, (texts.get(runId) ?? '') + text);
      send(runId, { type: 'text', text });
    },
    resetText(runId) {
      if (texts.delete(runId)) send(runId, { type: 'text_reset' });
    },
    textSoFar: (runId) => texts.get(runId) ?? '',
    subscribe(runId, listener) {
      const ofRun = listeners.get(runId) ?? new Set();
      listeners.set(runId, ofRun.add(listener));
      return () => {
        ofRun.delete(listener);
        if (ofRun.size === 0 && listeners.get(runId) === ofRun) listeners.delete(runId);
      };
    },
    close() {
      for (const runId of [...listeners.keys()]) send(runId, { type: 'closing' });
    },
  };
}
