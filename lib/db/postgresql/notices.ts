import { Client } from 'pg';
import type { Notices, Topic } from '../ports/notices.port';
import { toConfig } from './pools';

const channel = 'countersign';
const firstPauseMs = 200;
const longestPauseMs = 5_000;
/** So many messages wait for a slow server. More are lost. */
const mostWaiting = 1_000;

type Message = { from: string; topic: Topic; text: string };

/**
 * Carries messages by LISTEN and NOTIFY, on a connection of its own. While that is broken, messages are lost. It
 * connects again by itself. A pooler that lends connections by the transaction carries no messages.
 */
export async function openNotices(url: string): Promise<Notices & { close(): Promise<void> }> {
  const self = crypto.randomUUID();
  const listeners = new Set<(message: Message) => void>();
  const returns = new Set<() => void>();
  let connection: Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isClosed = false;
  let waiting = 0;
  let lastSent: Promise<unknown> = Promise.resolve();

  const connect = async (pauseMs: number): Promise<void> => {
    const client = new Client(toConfig(url));
    let isOver = false;
    const giveUp = () => {
      if (isOver) return;
      isOver = true;
      if (connection === client) connection = null;
      client.end().catch(() => {});
      if (isClosed) return;
      retry = setTimeout(() => void connect(Math.min(pauseMs * 2, longestPauseMs)), pauseMs);
      retry.unref();
    };
    // A server that stops reports it twice.
    client.on('error', giveUp);
    client.on('end', giveUp);
    client.on('notification', ({ payload }) => {
      const message = read(payload);
      if (message && message.from !== self) for (const hear of listeners) hear(message);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch {
      giveUp();
    }
    if (isOver) return;
    if (isClosed) {
      giveUp();
      return;
    }
    connection = client;
    for (const tell of returns) tell();
  };
  await connect(firstPauseMs);

  return {
    hasOthers: true,
    send(topic, text) {
      const payload = toPayload({ from: self, topic, text });
      if (waiting >= mostWaiting) return;
      waiting += 1;
      lastSent = lastSent
        .then(() => connection?.query('SELECT pg_notify($1, $2)', [channel, payload]))
        .catch(() => {})
        .finally(() => {
          waiting -= 1;
        });
    },
    listen(topic, listener) {
      const hear = (message: Message) => {
        if (message.topic === topic) listener(message.text);
      };
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    onReturn: (listener) => void returns.add(listener),
    async close() {
      isClosed = true;
      if (retry) clearTimeout(retry);
      await lastSent;
      await connection?.end().catch(() => {});
    },
  };
}

/** PostgreSQL refuses 8,000 bytes and more. */
export const toPayload = (message: Message): string => JSON.stringify(message);

/** Everybody who may connect to the database may send on the channel. */
function read(payload: string | undefined): Message | null {
  try {
    const { from, topic, text } = JSON.parse(payload ?? '') as Partial<Message>;
    if (typeof from !== 'string' || typeof topic !== 'string' || typeof text !== 'string') return null;
    return { from, topic, text };
  } catch {
    return null;
  }
}
