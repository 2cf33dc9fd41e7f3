import type { Notices, Topic } from '../ports/notices.port';

/** Connects as many servers as asked for, in one process. What one of them sends, the others hear at once. */
export function connectNotices(servers: number): Notices[] {
  const listeners = Array.from({ length: servers }, () => new Set<(topic: Topic, text: string) => void>());
  return listeners.map((own) => ({
    hasOthers: true,
    send(topic, text) {
      for (const others of listeners) if (others !== own) for (const hear of others) hear(topic, text);
    },
    listen(topic, listener) {
      const hear = (heard: Topic, text: string) => {
        if (heard === topic) listener(text);
      };
      own.add(hear);
      return () => own.delete(hear);
    },
    onReturn: () => {},
  }));
}
