import type { Actor } from '../domain/actor';
import { isTerminal, type Run } from '../domain/run';
import type { RecordedEvent } from '../domain/run-event';
import type { LiveUpdate } from '../runtime/live-updates.port';
import { type ViewingServices, viewRecorded } from './get-run';
import { loadRunFiles } from './load-run-files';
import { createPathLinker } from './path-linker';
import type { RunFeed, StreamMessage } from './stream-message';
import { createViewerInbox, type ViewerInbox } from './viewer-inbox';
import { toReader, toTimelineHeader } from './views/run-view';
import { appendToTimeline, buildTimeline, type Timeline } from './views/timeline';
import { whyNotStart } from './why-not-start';

export async function openRunFeed(services: ViewingServices, run: Run): Promise<RunFeed> {
  const viewers = new Set<ViewerInbox>();
  const updates = openUpdates(services.live, run.id);
  const linker = createPathLinker(services.toolbox, run);
  const recorded: RecordedEvent[] = [];
  const nameOf = await services.actors.names();
  let timeline = buildTimeline(run, [], nameOf);
  let text = '';
  let snapshot: { version: number; message: Promise<StreamMessage> } | null = null;
  const told = new Map<string, StreamMessage>();

  const send = (message: StreamMessage) => {
    for (const viewer of viewers) viewer.put(message);
  };
  const end = (error?: unknown) => {
    for (const viewer of viewers) viewer.end(error);
    updates.close();
  };
  const readNew = () => services.runs.listEvents(run.id, recorded.length);
  const show = async (event: RecordedEvent) => {
    linker.see([event]);
    const shown = [...recorded, event];
    const { timeline: after, message } = await toEventMessage(timeline, event, shown);
    // All of this happens in one turn, so that a viewer who joins has this event in its snapshot or in its
    // inbox.
    recorded.push(event);
    timeline = after;
    text = '';
    send(message);
  };

  async function toEventMessage(before: Timeline, event: RecordedEvent, until: readonly RecordedEvent[]) {
    const { timeline: after, changed } = appendToTimeline(before, event);
    const message: StreamMessage = {
      id: event.version,
      message: {
        type: 'event',
        version: event.version,
        name: event.event.type,
        at: event.at.toISOString(),
        header: toTimelineHeader(after),
        items: await linker.link(changed),
        files: await loadRunFiles(services, after.run, until),
      },
    };
    return { timeline: after, message };
  }

  async function* replay(until: readonly RecordedEvent[], lastVersion: number) {
    const seen = until.slice(0, lastVersion);
    let replayed = buildTimeline(run, seen, nameOf);
    for (const event of until.slice(lastVersion)) {
      seen.push(event);
      const { timeline: after, message } = await toEventMessage(replayed, event, seen);
      replayed = after;
      yield message;
    }
  }

  /** Makes one snapshot for each version. The text of the reply in flight follows in a message of its own. */
  function takeSnapshot(): Promise<StreamMessage> {
    const version = recorded.length;
    if (snapshot?.version !== version) {
      const view = viewRecorded(services, run, [...recorded], linker);
      const message = view.then(
        (shown): StreamMessage => ({
          id: version,
          message: { type: 'snapshot', run: { ...shown, streamingText: '', wait: null } },
        }),
      );
      snapshot = { version, message };
      message.catch(() => {
        // The next viewer tries again.
        if (snapshot?.message === message) snapshot = null;
      });
    }
    return snapshot.message;
  }

  /** Those to whom the run says the same of their own share a snapshot, too. */
  async function takeSnapshotFor(reader: Actor): Promise<StreamMessage> {
    const shared = await takeSnapshot();
    const reason = whyNotStart(reader, run.signers);
    if (reason === null || shared.message.type !== 'snapshot') return shared;
    const known = told.get(reason);
    if (known?.id === shared.id) return known;
    const own = { ...shared, message: { ...shared.message, run: toReader(shared.message.run, run, reader) } };
    told.set(reason, own);
    return own;
  }

  /** Reads everything that is stored, and then the text in flight. */
  async function begin(): Promise<void> {
    do {
      updates.clear();
      const stored = await readNew();
      linker.see(stored);
      recorded.push(...stored);
    } while (updates.waiting().some(({ type }) => type === 'version'));
    updates.clear();
    timeline = buildTimeline(run, recorded, nameOf);
    text = services.live.textSoFar({ id: run.id, version: recorded.length });
  }

  async function follow(): Promise<void> {
    // These events are read but not yet published, because the text of their replies comes first.
    let unshown: RecordedEvent[] = [];
    for await (const update of updates.take()) {
      if (update.type === 'closing') return;
      if (update.type === 'text') text += update.text;
      if (update.type === 'text_reset') text = '';
      if (update.type !== 'version') send({ id: null, message: update });
      else if (update.version > recorded.length) {
        if ((unshown.at(-1)?.version ?? 0) < update.version) unshown = await readNew();
        const isLater = ({ version }: RecordedEvent) => version > update.version;
        for (const event of unshown) if (!isLater(event)) await show(event);
        unshown = unshown.filter(isLater);
        // For a viewer, an event ends the wait before it.
        const wait = services.live.waitSoFar(run.id);
        if (wait !== null) send({ id: null, message: { type: 'waiting', wait } });
      }
    }
  }

  try {
    await begin();
  } catch (error) {
    updates.close();
    throw error;
  }
  void follow().then(() => end(), end);

  return {
    async *watch(reader, lastVersion, signal) {
      const inbox = createViewerInbox();
      viewers.add(inbox);
      if (updates.isClosed()) inbox.end();
      const until = [...recorded];
      const textSoFar = text;
      const isOver = isTerminal(timeline.run.state.status);
      const wait = services.live.waitSoFar(run.id);
      const problem = services.live.outage();
      try {
        const isKnown = lastVersion !== null && lastVersion <= until.length;
        if (isKnown) yield* replay(until, lastVersion);
        else yield await takeSnapshotFor(reader);
        // While the viewer was away, the server may have given up the reply that the viewer saw.
        if (isKnown && !isOver) yield { id: null, message: { type: 'text_reset' } };
        if (textSoFar !== '') yield { id: null, message: { type: 'text', text: textSoFar } };
        if (wait !== null) yield { id: null, message: { type: 'waiting', wait } };
        if (problem !== null) yield { id: null, message: { type: 'outage', problem } };
        yield* inbox.take(signal);
      } finally {
        viewers.delete(inbox);
      }
    },
    close: updates.close,
  };
}

/** Takes the updates of a run in their order. */
function openUpdates(live: ViewingServices['live'], runId: Run['id']) {
  const waiting: LiveUpdate[] = [];
  let isClosed = false;
  let wake = () => {};
  const unsubscribe = live.subscribe(runId, (update) => {
    waiting.push(update);
    wake();
  });
  return {
    waiting: () => waiting,
    clear: () => void waiting.splice(0),
    isClosed: () => isClosed,
    async *take(): AsyncGenerator<LiveUpdate> {
      while (!isClosed) {
        const update = waiting.shift();
        if (update) yield update;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
    close() {
      isClosed = true;
      unsubscribe();
      wake();
    },
  };
}
