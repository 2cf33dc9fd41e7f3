import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * This model server answers at once. It runs in its own process, so that our processor time excludes it. It
 * answers "Use lookup 9 times" with nine calls of `lookup`, then an answer; `Call {…}` with that call, then an
 * answer; `Repeat "{" to 1000 characters` with that text, in one piece; `Write "{" to 1000 characters` with a
 * call that writes a file of that text; anything else with an answer of 1 MB. The messages tell how far the
 * run has come, so it stores nothing. It sends its port to the process that forked it, and ends with that
 * process.
 */
type Message = { role: string; content: string };

const megabytes = ['old', 'new'].map((word) => `${`${word} `.repeat(20)}\n`.repeat(12_300));
const calls: Record<string, (number: number, task: string) => { tool?: string; parameters: object }> = {
  lookup: (number) => ({ parameters: { query: `record number ${number}` } }),
  change: (number) => ({ parameters: { target: `host-${number}` } }),
  list_files: (number) => ({ parameters: { path: `${'./'.repeat(number)}.` } }),
  write_file: () => ({ parameters: { path: toPath(), content: 'Written by the benchmark.\n' } }),
  /** Writes a file of 1 MB, reads it, replaces it and reads it again. */
  rewrite(number, task) {
    const file = `runs/${/Run (\d+)/.exec(task)?.[1]}.txt`;
    if (number % 2 === 0) return { tool: 'read_file', parameters: { path: file } };
    const content = megabytes[(number - 1) / 2];
    return { tool: 'write_file', parameters: { path: file, content, overwrite: number > 1 } };
  },
};
const toPath = () => `bench/${crypto.randomUUID()}.md`;
const toReply = (tool: string, parameters: object) => JSON.stringify({ tool, parameters, terminate: false });
const repeat = /(Repeat|Write) (".*") to (\d+) characters/;
const longAnswer = 'Some words of an answer, with `code` and **weight**.\n'.repeat(20_000);

function findTask(messages: readonly Message[], pattern: RegExp): RegExpExecArray | null {
  const asked = messages.findLast(({ role, content }) => role === 'user' && pattern.test(content));
  return pattern.exec(asked?.content ?? '');
}

function findRepeated(messages: readonly Message[]): string | null {
  const [, verb, unit, length] = findTask(messages, repeat) ?? [];
  if (unit === undefined) return null;
  const text = JSON.parse(unit) as string;
  const content = text.repeat(Math.ceil(Number(length) / text.length));
  return verb === 'Repeat' ? content : toReply('write_file', { path: toPath(), content });
}

function reply(messages: readonly Message[]): string {
  const done = messages.filter(({ role }) => role === 'assistant').length;
  const [, call] = findTask(messages, /Call (\{.*\})/) ?? [];
  const [task = '', name = '', times = '0'] = findTask(messages, /Use (\w+) (\d+) times.*/) ?? [];
  if (call === undefined && task === '') return longAnswer;
  if (done >= (call ? 1 : Number(times)))
    return `Done after ${done} calls. The records agree with each other.`;
  if (call) return JSON.stringify({ ...(JSON.parse(call) as object), terminate: false });
  const { tool = name, parameters = {} } = calls[name]?.(done + 1, task) ?? {};
  return toReply(tool, parameters);
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
