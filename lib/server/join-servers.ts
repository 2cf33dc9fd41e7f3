import { z } from 'zod';
import type { Notices } from '../db/ports/notices.port';
import type { Actor } from '../domain/actor';
import type { Run } from '../domain/run';
import { log } from '../logging/log';
import type { Dispatcher } from '../runtime/dispatcher.port';
import type { LiveUpdates } from '../runtime/live-updates.port';
import { isId, type RunId } from '../shared/ids';
import { readNotice } from './read-notice';

/** The server that drives a run has this long, in milliseconds, to store that a person stopped it. */
const answerMs = 1_500;

const versionShape = z.object({ id: z.string(), version: z.number().int() });
const stopShape = z.object({
  runId: z.string(),
  actor: z.object({ id: z.string(), name: z.string(), role: z.string() }),
});

/** Tells viewers on the other servers, too, which version a run has, and hears it from them. */
export function shareVersions<Live extends LiveUpdates>(live: Live, notices: Notices): Live {
  notices.listen('version', (text) => {
    const run = readNotice(versionShape, text);
    if (run && isId('run', run.id)) live.publishVersion({ id: run.id, version: run.version });
  });
  return {
    ...live,
    publishVersion(run) {
      live.publishVersion(run);
      if (notices.hasOthers) notices.send('version', JSON.stringify({ id: run.id, version: run.version }));
    },
  };
}

/** A run that waits here and moves on elsewhere has a driver there, or was stopped. */
export function shareTurns(dispatcher: { leaveToOthers(runId: RunId): void }, notices: Notices): void {
  notices.listen('version', (text) => {
    const run = readNotice(versionShape, text);
    if (run && isId('run', run.id)) dispatcher.leaveToOthers(run.id);
  });
}

/** Ends the work in flight on whichever server drives the run. */
export function shareAborts(
  dispatcher: Pick<Dispatcher, 'abort'>,
  notices: Notices,
): Pick<Dispatcher, 'abort'> {
  notices.listen('abort', (text) => {
    if (isId('run', text)) dispatcher.abort(text);
  });
  return {
    abort(runId) {
      dispatcher.abort(runId);
      notices.send('abort', runId);
    },
  };
}

type Stop = (actor: Actor, runId: RunId) => Promise<unknown>;

/**
 * Asks the server that drives a run to stop it, because only that server has the text of the reply that is
 * arriving. `stopHere` stops a run that this server drives when another one asks.
 */
export function shareStops(
  { live, isDriven, notices }: { live: LiveUpdates; isDriven(runId: RunId): boolean; notices: Notices },
  stopHere: Stop,
): (run: Run, actor: Actor) => Promise<void> {
  notices.listen('stop', (text) => {
    const asked = readNotice(stopShape, text);
    if (!asked || !isId('run', asked.runId) || !isDriven(asked.runId)) return;
    stopHere(asked.actor as Actor, asked.runId).catch((error) =>
      log.warn({ err: error, runId: asked.runId }, 'A run could not be stopped for another server'),
    );
  });
  return async ({ id, version, state }, actor) => {
    const isWorking = state.status === 'calling_model' || state.status === 'tool_running';
    if (!notices.hasOthers || !isWorking || isDriven(id)) return;
    const { id: actorId, name, role } = actor;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(end, answerMs);
      const stopListening = live.subscribe(id, (update) => {
        if (update.type === 'version' && update.version > version) end();
      });
      function end() {
        clearTimeout(timer);
        stopListening();
        resolve();
      }
      notices.send('stop', JSON.stringify({ runId: id, actor: { id: actorId, name, role } }));
    });
  };
}
