import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type ViewerOptions = {
  baseURL: string;
  headers: { authorization: string };
  runId: string;
  /** Returns how long the next connection stays open. Null leaves it open. */
  cutAfterMs: () => number | null;
  /** This is the answer of the run, when the test knows it. The streamed text must be a beginning of it. */
  answer: string | null;
};

/**
 * A viewer reads a run's event stream. Whenever its connection ends, it connects again with the last id that
 * it has seen.
 */
export type Viewer = {
  /** Returns the first and the last version that the viewer saw. */
  seen(): { first: number | null; last: number | null };
  /** Each fault names a broken promise in a sentence. */
  faults: string[];
  connections(): number;
  /**
   * These are the milliseconds from the time of an event to its arrival, for each event that happened while
   * the viewer was connected.
   */
  delaysMs: number[];
  close(): void;
};

type Message = {
  type: 'snapshot' | 'event' | 'text' | 'text_reset' | 'outage';
  at?: string;
  text?: string;
  run?: { streamingText: string };
};

export function openViewer({ baseURL, headers, runId, cutAfterMs, answer }: ViewerOptions): Viewer {
  const faults: string[] = [];
  const delaysMs: number[] = [];
  let first: number | null = null;
  let last: number | null = null;
  let text = '';
  let connections = 0;
  let isClosed = false;
  let cut = () => {};

  const take = (id: number | null, message: Message, connectedAt: number) => {
    if (message.type === 'snapshot') {
      if (last !== null) faults.push(`A snapshot came in place of the events after ${last}`);
      first ??= id;
      last = id;
      text = '';
    }
    if (message.type === 'event') {
      if (last !== null && id !== last + 1) faults.push(`Event ${id} came after ${last}`);
      last = id;
      text = '';
      const at = Date.parse(message.at ?? '');
      if (at > connectedAt) delaysMs.push(Date.now() - at);
    }
    if (message.type === 'text_reset') text = '';
    if (message.type === 'text') text += message.text;
    if (answer !== null && !answer.startsWith(text)) faults.push(`The text is ${JSON.stringify(text)}`);
  };

  const connect = async (): Promise<void> => {
    const connectedAt = Date.now();
    const response = await request(`${baseURL}/api/runs/${runId}/events`, headers, last, (destroy) => {
      cut = destroy;
    });
    if (response.statusCode !== 200) return void response.destroy();
    connections += 1;
    const openForMs = cutAfterMs();
    const timer = openForMs === null ? undefined : setTimeout(() => cut(), openForMs);
    let buffer = '';
    try {
      for await (const chunk of response.setEncoding('utf8')) {
        const blocks = (buffer + chunk).split('\n\n');
        buffer = blocks.pop() ?? '';
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1];
          const id = /^id: (\d+)$/m.exec(block)?.[1];
          if (data !== undefined) take(id === undefined ? null : Number(id), JSON.parse(data), connectedAt);
        }
      }
    } finally {
      clearTimeout(timer);
    }
  };

  const follow = async () => {
    while (!isClosed) {
      await connect().catch(() => {});
      if (!isClosed) await sleep(50 + Math.random() * 250);
    }
  };
  void follow();

  return {
    seen: () => ({ first, last }),
    faults,
    connections: () => connections,
    delaysMs,
    close() {
      isClosed = true;
      cut();
    },
  };
}

function request(
  url: string,
  owner: ViewerOptions['headers'],
  last: number | null,
  onDestroy: (destroy: () => void) => void,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    // A browser sends this header, too. If the server compressed the stream, this code could not read it.
    const headers = {
      ...owner,
      'accept-encoding': 'gzip, deflate, br',
      ...(last === null ? {} : { 'last-event-id': String(last) }),
    };
    const sent = get(url, { headers, agent: false }, resolve).on('error', reject);
    onDestroy(() => sent.destroy());
  });
}
