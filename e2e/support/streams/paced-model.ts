import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { chunk, DONE } from '../../../lib/llm/testing/scripted-server';
import { call } from '../scripted-model';

/** Every run gets this answer word by word. Its words differ, so that a lost or repeated word shows. */
export const answer = Array.from({ length: 60 }, (_, index) => `word${index + 1}`).join(' ');

export type PacedModel = {
  baseUrl: string;
  /** Holds every run after its first answer, until `goOn`. */
  hold(): void;
  goOn(): void;
  close(): Promise<void>;
};

/**
 * Starts a model server that keeps runs busy. It asks for this many looks at the folder, each after a pause,
 * and then answers word by word. The messages decide what comes next, so it does not notice a restart of the
 * app.
 */
export async function startPacedModel(looks: number, pauseMs: number): Promise<PacedModel> {
  let held = Promise.resolve();
  let goOn = () => {};
  const server = createServer(async (request, response) => {
    if (!request.url?.endsWith('/chat/completions')) {
      response.writeHead(404).end();
      return;
    }
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const { messages } = JSON.parse(Buffer.concat(parts).toString('utf8')) as {
      messages: { role: string }[];
    };
    const done = messages.filter(({ role }) => role === 'assistant').length;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (done > 0) await held;
    if (done < looks) {
      await sleep(pauseMs * (0.5 + Math.random()));
      // The app ends a run that repeats itself, so no two calls are the same.
      response.write(chunk({ content: call('list_files', { path: `${'./'.repeat(done)}.` }) }));
    } else {
      for (const word of answer.split(/(?= )/)) {
        response.write(chunk({ content: word }));
        await sleep((pauseMs / 20) * (0.5 + Math.random()));
      }
    }
    response.end(chunk({}, 'stop') + DONE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    hold() {
      held = new Promise((resolve) => {
        goOn = resolve;
      });
    },
    goOn: () => goOn(),
    async close() {
      goOn();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
