import type { StreamMessage } from './stream-message';

/** A viewer that falls this far behind is dropped rather than fed from memory. It comes back and resumes. */
const maxWaiting = 1_000;

/** The messages that one viewer has not taken yet. They are shared with the other viewers of the run. */
export type ViewerInbox = {
  put(message: StreamMessage): void;
  /** Nothing comes after this. Messages that wait are still taken, unless an error is given. */
  end(error?: unknown): void;
  /** Ends after `end`, when the viewer fell too far behind, or when the signal aborts. */
  take(signal: AbortSignal): AsyncGenerator<StreamMessage>;
};

export function createViewerInbox(): ViewerInbox {
  const waiting: StreamMessage[] = [];
  let isOver = false;
  let failure: unknown = null;
  let wake = () => {};
  return {
    put(message) {
      if (isOver) return;
      if (waiting.length < maxWaiting) waiting.push(message);
      else {
        waiting.length = 0;
        isOver = true;
      }
      wake();
    },
    end(error = null) {
      isOver = true;
      failure = error;
      wake();
    },
    async *take(signal) {
      const onAbort = () => wake();
      signal.addEventListener('abort', onAbort);
      try {
        while (!signal.aborted) {
          if (failure) throw failure;
          const message = waiting.shift();
          if (message) yield message;
          else if (isOver) return;
          else
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
        }
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
  };
}
