/** A heartbeat in this interval keeps proxies and browsers from closing a quiet stream. */
const heartbeatMs = 15_000;

/**
 * A stream asks this often whether its client may still read. The door may remember a session for two more
 * seconds, and a session that was ended must lose its streams within five.
 */
const askAgainMs = 2_000;
const giveUpMs = 10_000;

/**
 * The streams ask together, in groups: the client of the database makes one query of the sessions that are looked
 * up at the same moment. All of them at one moment would hold up everything else.
 */
const groups = Array.from({ length: 10 }, () => new Set<() => void>());
let ticks = 0;
let clock: NodeJS.Timeout | null = null;

/** Calls `ask` every two seconds. Returns what ends it. */
function askAgain(ask: () => void): () => void {
  const smallest = groups.reduce((found, group) => (group.size < found.size ? group : found));
  smallest.add(ask);
  clock ??= setInterval(() => {
    ticks += 1;
    for (const waiting of groups[ticks % groups.length] ?? []) waiting();
  }, askAgainMs / groups.length).unref();
  return () => {
    smallest.delete(ask);
    if (clock === null || groups.some(({ size }) => size > 0)) return;
    clearInterval(clock);
    clock = null;
  };
}

type EventMessage = { id: number | null; message: object };

/**
 * Answers with server-sent events until the source ends, or the client disconnects or may no longer read.
 * Takes a message from the source only after the client has taken the message before. The framework sends the
 * headers with the first message. Reject a request before calling this, because the status of the answer is
 * 200 from here on.
 */
export function toEventStream(
  open: (signal: AbortSignal) => AsyncGenerator<EventMessage>,
  clientGone: AbortSignal,
  mayStay: () => Promise<boolean>,
): Response {
  const stopped = new AbortController();
  const source = open(stopped.signal);
  let waitUntil = 0;
  const endAsking = askAgain(async () => {
    // While the database is slow, further questions would only make it slower. One that hangs is given up.
    if (performance.now() < waitUntil) return;
    waitUntil = performance.now() + giveUpMs;
    if (!(await mayStay())) stop();
    waitUntil = 0;
  });
  const stop = () => {
    endAsking();
    stopped.abort();
    void source.return(undefined).catch(() => {});
  };
  if (clientGone.aborted) stop();
  else clientGone.addEventListener('abort', stop, { once: true });
  let next: Promise<IteratorResult<EventMessage>> | null = null;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        next ??= source.next();
        const result = await orNothing(next);
        if (result === null) return controller.enqueue(heartbeat);
        next = null;
        if (!result.done) return controller.enqueue(toBytes(result.value));
        stop();
        controller.close();
      },
      cancel: stop,
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    },
  });
}

const encoder = new TextEncoder();
const encode = (text: string): Uint8Array => encoder.encode(text);
const heartbeat = encode(': still here\n\n');

/** Resolves to null when nothing came for a while. */
async function orNothing<Result>(next: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const quiet = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), heartbeatMs);
  });
  return Promise.race([next, quiet]).finally(() => clearTimeout(timer));
}

/** Many viewers may get the same message, so its bytes are made only once. */
const written = new WeakMap<EventMessage, Uint8Array>();

function toBytes(event: EventMessage): Uint8Array {
  const known = written.get(event);
  if (known) return known;
  const id = event.id === null ? '' : `id: ${event.id}\n`;
  const bytes = encode(`${id}data: ${JSON.stringify(event.message)}\n\n`);
  written.set(event, bytes);
  return bytes;
}

/**
 * Reads the number in `Last-Event-ID`, after which a browser resumes. Returns null when the browser has seen
 * nothing.
 */
export function readLastEventId(headers: Headers): number | null {
  const id = headers.get('last-event-id') ?? '';
  return /^\d{1,9}$/.test(id) ? Number(id) : null;
}
