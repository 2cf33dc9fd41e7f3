import { type RunLiveMessage, runLiveMessage } from '@/lib/contracts/runs';
import type { Connection } from './connection';

const closeWhenHiddenForMs = 30_000;
const reopenAfterMs = { first: 1_000, most: 15_000 };

export type LiveUpdates = {
  /** Drops the connection and asks for a fresh snapshot. */
  restart(): void;
  close(): void;
};

/**
 * Follows one run until closed. It reopens a lost connection, each time a little later, and starts with a
 * fresh snapshot. The snapshot contains the text streamed in between, which a resumed stream could not send
 * again. A tab that stays hidden gives its connection back, because a browser has only six for all its tabs.
 */
export function openLiveUpdates(
  runId: string,
  onMessage: (message: RunLiveMessage) => void,
  onConnection: (connection: Connection) => void,
): LiveUpdates {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = reopenAfterMs.first;

  const disconnect = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const connect = () => {
    disconnect();
    const opened = new EventSource(`/api/runs/${encodeURIComponent(runId)}/events`);
    source = opened;
    opened.onmessage = ({ data }: MessageEvent<string>) => {
      const parsed = runLiveMessage.safeParse(JSON.parse(data));
      if (!parsed.success) return;
      delayMs = reopenAfterMs.first;
      onConnection('live');
      onMessage(parsed.data);
    };
    opened.onerror = () => {
      onConnection('lost');
      disconnect();
      // A hidden tab reopens the connection when the person looks at it.
      if (document.hidden) return;
      timer = setTimeout(connect, delayMs * (0.75 + Math.random() / 2));
      delayMs = Math.min(delayMs * 2, reopenAfterMs.most);
    };
  };
  const onVisibility = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(disconnect, closeWhenHiddenForMs);
    else if (!source) connect();
  };
  const onOnline = () => {
    if (!source && !document.hidden) connect();
  };

  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onOnline);
  onConnection('connecting');
  connect();
  // A tab may open in the background.
  onVisibility();
  return {
    restart: connect,
    close() {
      disconnect();
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', onOnline);
      onConnection('idle');
    },
  };
}
