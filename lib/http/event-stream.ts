/** Keeps proxies and browsers from closing a quiet stream. */
const heartbeatMs = 15_000;
/** How long a browser waits before it reconnects. */
const retryMs = 1_000;

/**
 * Answers with server-sent events until the source ends or the client disconnects. Reject a request before calling
 * this: once the stream has begun, its status cannot change.
 */
export function toEventStream(
  open: (signal: AbortSignal) => AsyncGenerator<{ id: number | null; message: unknown }>,
  clientGone: AbortSignal,
): Response {
  const stopped = new AbortController();
  const source = open(AbortSignal.any([clientGone, stopped.signal]));
  let heartbeat: NodeJS.Timeout | undefined;
  const encoder = new TextEncoder();
  const stop = () => {
    clearInterval(heartbeat);
    stopped.abort();
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const write = (text: string) => controller.enqueue(encoder.encode(text));
      write(`retry: ${retryMs}\n\n`);
      heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs);
      void (async () => {
        try {
          for await (const { id, message } of source) {
            write(`${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(message)}\n\n`);
          }
          controller.close();
        } catch (error) {
          if (!stopped.signal.aborted && !clientGone.aborted) controller.error(error);
        } finally {
          stop();
        }
      })();
    },
    cancel: stop,
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  });
}

/** The number in `Last-Event-ID`, after which a browser resumes. Null: it has seen nothing. */
export function readLastEventId(headers: Headers): number | null {
  const id = headers.get('last-event-id') ?? '';
  return /^\d{1,9}$/.test(id) ? Number(id) : null;
}
