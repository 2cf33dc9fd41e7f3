import { z } from 'zod';
import type { Notices } from '../db/ports/notices.port';
import type { LiveUpdates } from '../runtime/live-updates.port';
import { isId, type RunId } from '../shared/ids';
import { readNotice } from './read-notice';

/** A run sends a piece of its text at most so often, in milliseconds. */
const pieceEveryMs = 100;
/**
 * A message holds JSON within JSON, where a character takes at most seven bytes. So it stays below 7,000 bytes,
 * and PostgreSQL takes almost 8,000.
 */
const pieceCharacters = 900;

/** `attempt` names the reply that arrives. Its text begins at 0. `wait` is for `publishWait`. */
const pieceShape = z.object({
  runId: z.string(),
  version: z.number().int(),
  attempt: z.string(),
  offset: z.number().int().nonnegative(),
  text: z.string(),
  wait: z.string().nullable().optional(),
});

type Sent = {
  version: number;
  attempt: string;
  text: string;
  sent: number;
  wait: string | null;
  timer: NodeJS.Timeout | null;
};
type Received = { version: number; attempt: string; length: number };

/**
 * Shows the text of a reply that arrives to viewers on the other servers, too, and why it does not arrive yet. A
 * piece that does not follow what they have is not shown: this server asks for the whole again.
 */
export function shareTexts<Live extends LiveUpdates>(live: Live, notices: Notices): Live {
  if (!notices.hasOthers) return live;
  const sending = new Map<RunId, Sent>();
  const received = new Map<RunId, Received>();
  const viewers = new Map<RunId, number>();
  const versions = new Map<RunId, number>();

  const begin = (runId: RunId, version: number) =>
    sending.set(runId, { version, attempt: crypto.randomUUID(), text: '', sent: 0, wait: null, timer: null });
  const end = (runId: RunId) => {
    const work = sending.get(runId);
    if (work?.timer) clearTimeout(work.timer);
    sending.delete(runId);
  };
  const sendPiece = (runId: RunId, work: Sent) => {
    const { version, attempt, sent: offset } = work;
    const text = work.text.slice(offset, offset + pieceCharacters);
    work.sent += text.length;
    notices.send('text', JSON.stringify({ runId, version, attempt, offset, text }));
  };
  const schedule = (runId: RunId, work: Sent) => {
    if (work.sent >= work.text.length) return;
    work.timer ??= setTimeout(() => {
      work.timer = null;
      sendPiece(runId, work);
      schedule(runId, work);
    }, pieceEveryMs);
  };
  const sendWait = (runId: RunId, { version, attempt, sent: offset, wait }: Sent) =>
    notices.send(
      'text',
      JSON.stringify({
        runId,
        version,
        attempt,
        offset,
        text: '',
        wait: wait?.slice(0, pieceCharacters) ?? null,
      }),
    );
  const restart = (runId: RunId) => {
    const work = sending.get(runId);
    if (!work) return;
    end(runId);
    const next = begin(runId, work.version).get(runId);
    // The others take the text from the screen.
    if (next && work.sent > 0) sendPiece(runId, next);
  };

  notices.listen('text_wanted', (runId) => {
    const work = isId('run', runId) && sending.get(runId);
    if (!work) return;
    work.sent = 0;
    if (work.wait !== null) sendWait(runId, work);
    schedule(runId, work);
  });
  notices.listen('text', (notice) => {
    const piece = readNotice(pieceShape, notice);
    if (!piece || !isId('run', piece.runId)) return;
    const { runId, version, attempt, offset, text, wait } = piece;
    const isPast = version < (versions.get(runId) ?? 0);
    if (isPast || !viewers.has(runId) || sending.has(runId)) return;
    let known = received.get(runId);
    if (known?.attempt !== attempt && offset === 0) {
      live.endWork(runId);
      live.startWork({ id: runId, version });
      known = { version, attempt, length: 0 };
      received.set(runId, known);
    }
    if (known?.attempt !== attempt || offset > known.length) {
      notices.send('text_wanted', runId);
      return;
    }
    if (wait !== undefined) live.publishWait(runId, wait);
    const fresh = text.slice(known.length - offset);
    if (fresh === '') return;
    known.length += fresh.length;
    live.publishText(runId, fresh);
  });

  return {
    ...live,
    startWork(run) {
      received.delete(run.id);
      end(run.id);
      live.startWork(run);
      begin(run.id, run.version);
    },
    publishWait(runId, message) {
      live.publishWait(runId, message);
      const work = sending.get(runId);
      if (!work || work.wait === message) return;
      work.wait = message;
      sendWait(runId, work);
    },
    publishText(runId, text) {
      live.publishText(runId, text);
      const work = sending.get(runId);
      if (!work) return;
      work.wait = null;
      work.text += text;
      schedule(runId, work);
    },
    withdrawText(runId) {
      live.withdrawText(runId);
      restart(runId);
    },
    restartText(runId) {
      live.restartText(runId);
      restart(runId);
    },
    endWork(runId) {
      live.endWork(runId);
      restart(runId);
      end(runId);
    },
    publishVersion(run) {
      const work = sending.get(run.id);
      if (work && work.version < run.version) end(run.id);
      if (viewers.has(run.id)) versions.set(run.id, run.version);
      received.delete(run.id);
      live.publishVersion(run);
    },
    subscribe(runId, listener) {
      const unsubscribe = live.subscribe(runId, listener);
      viewers.set(runId, (viewers.get(runId) ?? 0) + 1);
      if (!sending.has(runId) && !received.has(runId)) notices.send('text_wanted', runId);
      let isOver = false;
      return () => {
        unsubscribe();
        if (isOver) return;
        isOver = true;
        const left = (viewers.get(runId) ?? 1) - 1;
        if (left > 0) {
          viewers.set(runId, left);
          return;
        }
        if (received.has(runId)) live.endWork(runId);
        for (const kept of [viewers, versions, received]) kept.delete(runId);
      };
    },
  };
}
