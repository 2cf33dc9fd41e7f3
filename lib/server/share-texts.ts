import { z } from 'zod';
import type { Notices } from '../db/ports/notices.port';
import type { LiveUpdates } from '../runtime/live-updates.port';
import { isId, type RunId } from '../shared/ids';
import { createPacer } from './pacer';
import { readNotice } from './read-notice';

/** A run sends a message about its text at most so often, in milliseconds. */
const messageEveryMs = 100;
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

/**
 * The others have been told the first `sent` characters and `toldWait`, which is undefined when one of them asked
 * again. With `mustReset`, they still show an earlier attempt, so they must hear of this one even without text.
 */
type Sent = {
  version: number;
  attempt: string;
  text: string;
  sent: number;
  wait: string | null;
  toldWait: string | null | undefined;
  mustReset: boolean;
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

  /** These works have ended, and the others may still show their text. */
  const ended = new Map<RunId, Sent>();

  const pacer = createPacer<RunId>(messageEveryMs, (runId) => {
    const work = ended.get(runId) ?? sending.get(runId);
    ended.delete(runId);
    const message = work && takeMessage(work);
    if (!message) return false;
    notices.send('text', JSON.stringify({ runId, ...message }));
    return true;
  });
  const restart = (runId: RunId, wait: string | null) => {
    const work = sending.get(runId);
    if (!work) return;
    const mustReset = work.mustReset || work.sent > 0 || work.toldWait !== null;
    sending.set(runId, { ...createWork(work.version), wait, mustReset });
    pacer.ask(runId);
  };
  const restartWithWait = (runId: RunId) => restart(runId, sending.get(runId)?.wait ?? null);

  const repeat = (runId: RunId) => {
    const work = sending.get(runId);
    if (!work) return;
    work.sent = 0;
    if (work.wait !== null || work.toldWait !== null) work.toldWait = undefined;
    if (work.text === '') pacer.ask(runId);
    else pacer.askLater(runId);
  };
  notices.listen('text_wanted', (runId) => {
    if (isId('run', runId)) repeat(runId);
  });
  notices.onReturn(() => {
    for (const runId of viewers.keys()) if (!sending.has(runId)) notices.send('text_wanted', runId);
    for (const runId of sending.keys()) repeat(runId);
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

  /** The text came before the news of its version, and viewers remove the text that they have with each event. */
  const showAgain = (runId: RunId, version: number) => {
    const text = live.textSoFar({ id: runId, version });
    const wait = live.waitSoFar(runId);
    if (text === '') return;
    live.withdrawText(runId);
    live.publishText(runId, text);
    if (wait?.isWork) live.publishWait(runId, wait.message);
  };

  return {
    ...live,
    startWork(run) {
      received.delete(run.id);
      live.startWork(run);
      sending.set(run.id, createWork(run.version));
    },
    publishWait(runId, message) {
      live.publishWait(runId, message);
      const work = sending.get(runId);
      if (!work || work.wait === message) return;
      work.wait = message;
      pacer.ask(runId);
    },
    publishText(runId, text) {
      live.publishText(runId, text);
      const work = sending.get(runId);
      if (!work) return;
      work.wait = null;
      work.text += text;
      pacer.askLater(runId);
    },
    withdrawText(runId) {
      live.withdrawText(runId);
      restartWithWait(runId);
    },
    restartText(runId) {
      live.restartText(runId);
      restartWithWait(runId);
    },
    endWork(runId) {
      live.endWork(runId);
      restart(runId, null);
      const work = sending.get(runId);
      sending.delete(runId);
      if (work?.mustReset) ended.set(runId, work);
    },
    publishVersion(run) {
      for (const works of [sending, ended]) {
        const work = works.get(run.id);
        if (work && work.version < run.version) works.delete(run.id);
      }
      if (viewers.has(run.id)) versions.set(run.id, run.version);
      live.publishVersion(run);
      const piece = received.get(run.id);
      if (piece && piece.version >= run.version) showAgain(run.id, piece.version);
      else received.delete(run.id);
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

const createWork = (version: number): Sent => ({
  version,
  attempt: crypto.randomUUID(),
  text: '',
  sent: 0,
  wait: null,
  toldWait: null,
  mustReset: false,
});

const hasMore = ({ text, sent, wait, toldWait, mustReset }: Sent): boolean =>
  mustReset || sent < text.length || wait !== toldWait;

/** Returns the next message that the others need, and counts it as told. Returns null when they know all. */
function takeMessage(work: Sent) {
  if (!hasMore(work)) return null;
  const { version, attempt, sent: offset } = work;
  const text = work.text.slice(offset, offset + pieceCharacters);
  work.sent += text.length;
  work.mustReset = false;
  // Text ends a wait, so a wait follows all of the text.
  work.toldWait = text === '' ? work.wait : null;
  const wait = work.wait?.slice(0, pieceCharacters) ?? null;
  return { version, attempt, offset, text, ...(text === '' ? { wait } : {}) };
}
