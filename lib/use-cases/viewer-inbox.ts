import type { StreamMessage } from './stream-message';

/**
 * The server drops a viewer that falls this far behind, rather than keep its messages in memory. The viewer
 * comes back and resumes.
 */
const maxWaiting = 1_000;

/** Holds the messages that one viewer has not taken yet. The other viewers of the run share them. */
export type ViewerInbox = {
  put(message: StreamMessage): void;
  /** Nothing comes after this. A viewer still takes the messages that wait, unless an error is given. */
  end(error?: unknown): void;
  /** The stream ends after `end`, when the viewer fell too far behind, or when the signal aborts. */
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
