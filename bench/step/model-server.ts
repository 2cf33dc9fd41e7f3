import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * This model server answers at once. It runs in its own process, so that our processor time excludes it. It
 * answers "Use lookup 9 times" with nine calls of `lookup`, then an answer; `Repeat "{" to 1000 characters`
 * with that text, in one piece; `Write "{" to 1000 characters` with a call that writes a file of that text;
 * anything else with an answer of 1 MB. The messages tell how far the run has come, so it stores nothing. It
 * sends its port to the process that forked it, and ends with that process.
 */
type Message = { role: string; content: string };

const calls: Record<string, (number: number) => object> = {
  lookup: (number) => ({ query: `record number ${number}` }),
  change: (number) => ({ target: `host-${number}` }),
  write_file: () => ({ path: `bench/${crypto.randomUUID()}.md`, content: 'Written by the benchmark.\n' }),
  edit_file: () => ({ path: 'half.txt', old_text: 'odd', new_text: 'new', replace_all: true }),
  read_file: () => ({ path: 'five.txt' }),
};
const repeat = /(Repeat|Write) (".*") to (\d+) characters/;
const longAnswer = 'Some words of an answer, with `code` and **weight**.\n'.repeat(20_000);

function findRepeated(messages: readonly Message[]): string | null {
  const asked = messages.findLast(({ role, content }) => role === 'user' && repeat.test(content));
  const [, verb, unit, length] = repeat.exec(asked?.content ?? '') ?? [];
  if (unit === undefined) return null;
  const text = JSON.parse(unit) as string;
  const content = text.repeat(Math.ceil(Number(length) / text.length));
  if (verb === 'Repeat') return content;
  const parameters = { path: `bench/${crypto.randomUUID()}.md`, content };
  return JSON.stringify({ tool: 'write_file', parameters, terminate: false });
}

function reply(messages: readonly Message[]): string {
  const asked = messages.findLast(
    ({ role, content }) => role === 'user' && /Use \w+ \d+ times/.test(content),
  );
  if (asked === undefined) return longAnswer;
  const [, tool = '', times = '0'] = /Use (\w+) (\d+) times/.exec(asked.content) ?? [];
  const done = messages.filter(({ role }) => role === 'assistant').length;
  if (done >= Number(times)) return `Done after ${done} calls. The records agree with each other.`;
  return JSON.stringify({ tool, parameters: calls[tool]?.(done + 1) ?? {}, terminate: false });
}

const pieces = (text: string) => text.match(/[\s\S]{1,8}/g) ?? [];
const usage = { prompt_tokens: 500, completion_tokens: 30, total_tokens: 530 };

function toStream(text: string, parts = pieces(text)): string {
  const chunk = (delta: object, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const end = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [], usage })}\n\ndata: [DONE]\n\n`;
  return [
    chunk({ role: 'assistant', content: '' }),
    ...parts.map((content) => chunk({ content })),
    chunk({}, 'stop'),
    end,
  ].join('');
}

function toBody(text: string): string {
  const message = { role: 'assistant', content: text, refusal: null };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  return JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'bench', choices, usage });
}

const server = createServer(async (request, response) => {
  if (request.method !== 'POST' || !request.url?.endsWith('/chat/completions')) {
    response.writeHead(404).end();
    return;
  }
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as { messages: Message[]; stream?: boolean };
  const repeated = findRepeated(body.messages);
  const text = repeated ?? reply(body.messages);
  const [type, answer] = body.stream
    ? ['text/event-stream', toStream(text, repeated === null ? undefined : [repeated])]
    : ['application/json', toBody(text)];
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(answer) }).end(answer);
});
server.keepAliveTimeout = 300_000;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
