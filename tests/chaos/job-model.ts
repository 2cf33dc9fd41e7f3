import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { chunk, DONE } from '../../lib/llm/testing/scripted-server';

/**
 * Says what a run is asked to do, step by step, as words of the message that starts it:
 * `job 17: look mark write`.
 */
export const jobs = {
  plain: ['look', 'mark', 'look', 'mark'],
  signed: ['mark', 'sign', 'write', 'overwrite', 'move'],
  slow: ['look', 'slow'],
  signature: ['sign'],
} as const;

type Step = (typeof jobs)[keyof typeof jobs][number];

export type JobModel = { baseUrl: string; close(): Promise<void> };

/**
 * Starts a model server that works through the jobs. It keeps nothing: the next step follows from the
 * messages of the request alone, so a killed client makes no difference.
 */
export async function startJobModel(): Promise<JobModel> {
  const server = createServer(async (request, response) => {
    // This server tells nothing about its model.
    if (!request.url?.endsWith('/chat/completions')) return void response.writeHead(404).end();
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const { messages } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { messages: Message[] };
    const { text, delayMs } = reply(messages);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const middle = Math.ceil(text.length / 2);
    response.write(chunk({ content: text.slice(0, middle) }));
    await sleep(delayMs);
    response.end(chunk({ content: text.slice(middle) }, 'stop') + DONE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Message = { role: string; content: string };

function reply(messages: readonly Message[]): { text: string; delayMs: number } {
  const request = messages.map(({ content }) => /job (\d+): ([a-z ]+)/.exec(content)).find(Boolean);
  const job = request?.[1] ?? '0';
  const steps = (request?.[2]?.trim().split(' ') ?? []) as Step[];
  const done = messages.filter(({ role }) => role === 'assistant').length;
  const step = steps[done];
  if (step === undefined) return { text: `Job ${job} is done.`, delayMs: 0 };
  return { text: JSON.stringify(toCall(step, job, done)), delayMs: step === 'slow' ? 1_500 : 0 };
}

/** Gives every call of every job its own key. */
function toCall(step: Step, job: string, number: number) {
  const key = `${job}.${number}`;
  const file = (name: string) => `jobs/${job}/${name}`;
  switch (step) {
    case 'look':
    case 'mark':
    case 'sign':
      return { tool: step, parameters: { key }, terminate: false };
    case 'slow':
      return { tool: 'look', parameters: { key }, terminate: false };
    case 'write':
      return {
        tool: 'write_file',
        parameters: { path: file('a.txt'), content: content('old') },
        terminate: false,
      };
    case 'overwrite':
      return {
        tool: 'write_file',
        parameters: { path: file('a.txt'), content: content('new'), overwrite: true },
        terminate: false,
      };
    case 'move':
      return { tool: 'move_file', parameters: { from: file('a.txt'), to: file('b.txt') }, terminate: false };
  }
}

/**
 * Returns a text that is long enough to show a torn write, in few lines, because a person who decides sees
 * their difference.
 */
export function content(word: string): string {
  return `${`${word} `.repeat(1_000)}\n`.repeat(20);
}
